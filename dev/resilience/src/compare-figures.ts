import { OFFICE_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { formatIsoDay } from '../../../server/src/school-time.ts';
import { collectComplaints, type Complaints } from './attack.ts';
import { askHands } from './cash-box.ts';
import { listCredits } from './credit-books.ts';
import { askOfficeFigures, type OfficeFigures } from './office-figures.ts';
import type { Person } from './people.ts';
import { recompute } from './testing/recompute.ts';
import type { School } from './school.ts';
import { listIntents, listReturned } from './stripe.ts';
import { pause } from './waiting.ts';

/**
 * The same money is on many pages of the office. All of them must say the same to the cent, and the same as Stripe, the cash box
 * and the families themselves. Amounts are in cents. R595
 */

/** How long jobs may still be busy. */
const SETTLE_MS = 30_000;

/**
 * Compares all figures, again until they agree, and complains about whatever still does not.
 * @param families who read their carts
 * @returns what was compared, for the report
 */
export async function settleFigures(
  school: School,
  admin: Person,
  families: { parent: Person }[],
  complaints: Complaints,
): Promise<string> {
  const parents = [...new Map(families.map(({ parent }) => [parent.email, parent])).values()];
  const started = performance.now();
  for (;;) {
    const found = collectComplaints();
    const compared = await compareFigures(school, admin, parents, found).catch((error: unknown) => {
      found.check(false, String(error));
      return '';
    });
    if (found.list.length === 0) return compared;
    if (performance.now() - started > SETTLE_MS) {
      for (const complaint of found.list) complaints.check(false, complaint);
      return compared;
    }
    await pause(500);
  }
}

async function compareFigures(
  school: School,
  admin: Person,
  parents: Person[],
  complaints: Complaints,
): Promise<string> {
  const readDay = () => formatIsoDay(school.now(), FIRST_SCHOOL.timeZone);
  const today = readDay();
  const office = await askOfficeFigures(school, admin, parents);
  if (readDay() !== today) return compareFigures(school, admin, parents, complaints);
  const agree = agreeIn(complaints);
  compareOwed(office, today, agree);
  const perFamily = await compareFamilies(school, office, today, agree);
  compareReservations(office, agree);
  await compareTruth(school, office, agree);
  compareKept(office, agree);
  const simple = await compareClasses(school, office, agree);
  const owed = office.owedTotals[0];
  return (
    `${agree.count()} pairs of figures agreed: ${office.owed.length} debts (${listKinds(office)}) of ${owed?.amount ?? 0} cents, ` +
    `${owed?.overdue ?? 0} of them overdue, in Owed, on home, on ${perFamily} families' pages and on ${office.classes.length} classes' pages, ` +
    `${simple} of which earned what accounting says; ${office.rows.length} rows of ${office.months.length} months`
  );
}

function listKinds({ owed }: OfficeFigures): string {
  const kinds = [...new Set(owed.map(({ kind }) => kind))];
  return kinds
    .map((kind) => `${owed.filter((one) => one.kind === kind).length} ${kind}`)
    .join(', ');
}

type Agree = ReturnType<typeof agreeIn>;

/** Complains about each figure that is not the first one, with both and their names. */
function agreeIn({ check }: Complaints) {
  let pairs = 0;
  const agree = (what: string, said: Record<string, number>): void => {
    const [first, ...others] = Object.entries(said);
    if (!first) return;
    for (const [name, cents] of others) {
      pairs += 1;
      check(
        cents === first[1],
        `${what}: ${first[0]} says ${first[1]} cents, but ${name} says ${cents}`,
      );
    }
  };
  return Object.assign(agree, { count: () => pairs });
}

function add<T>(list: T[], read: (one: T) => number): number {
  return list.reduce((sum, one) => sum + read(one), 0);
}

/** What came by a method and stayed. Stripe's fees are taken from it later. */
const withoutFees = ({ charged, returned }: { charged: number; returned: number }) =>
  charged + returned;

const readOwed = ({ owed }: { owed: number }) => owed;

/** The list, its sums, and home. */
function compareOwed(
  { owed, late, owedTotals, home, ...office }: OfficeFigures,
  today: string,
  agree: Agree,
) {
  const all = owedTotals[0] ?? { amount: 0, count: 0, overdue: 0, late: 0 };
  const onHome = home.owed[0] ?? { amount: 0, count: 0, overdue: 0, late: 0 };
  agree('owed', {
    'the list Owed': add(owed, readOwed),
    'its sum': all.amount,
    home: onHome.amount,
  });
  agree('how many debts', {
    'the list Owed': owed.length,
    'its sum': all.count,
    home: onHome.count,
  });
  agree('how many debts are overdue', {
    'the list Owed, only what is late': late.length,
    'its rows that are due before today': owed.filter(({ due }) => due < today).length,
    'its sum': all.late,
    home: onHome.late,
  });
  agree('overdue', { 'the sum of Owed': all.overdue, home: onHome.overdue });
  agree('refunds to look at', {
    'the list of refunds': office.openRefunds.length,
    home: home.refunds,
  });
}

/** What each family owes, is kept of what it paid, and has as credit. @returns how many families were compared */
async function compareFamilies(
  school: School,
  office: OfficeFigures,
  today: string,
  agree: Agree,
): Promise<number> {
  // By its payer: families without an address all have the same one on pages.
  const ledger = await school.collections.payments.find({}).toArray();
  const payers = new Map(ledger.map(({ _id, userId }) => [_id, userId.toHexString()]));
  const listPaid = ({ payments, account }: OfficeFigures['families'][number]['family']) =>
    payments.filter(({ _id }) => payers.get(_id) === account._id);
  let [owedByAll, overdue] = [0, 0];
  for (const { family } of office.families) {
    const { _id: id, email } = family.account;
    const ofSeats = add(family.enrolled, ({ person }) => sumAmounts(person.owed));
    const reserved = add(
      family.held.filter(({ person }) => person.isReserved && person.userId === id),
      ({ person }) => person.cost,
    );
    const bounced = add(listPaid(family), ({ kept }) => Math.max(0, -kept));
    const listed = office.owed.filter(({ familyId }) => familyId === id);
    const sumOf = (kind: string) =>
      add(
        listed.filter((one) => one.kind === kind),
        readOwed,
      );
    agree(`what ${email} owes for seats`, { Owed: sumOf('seat'), 'the family’s page': ofSeats });
    agree(`what ${email} owes for reservations`, {
      Owed: sumOf('reservation'),
      'the family’s page': reserved,
    });
    agree(`what ${email} owes after a bounce`, {
      Owed: sumOf('bounce'),
      'the family’s page': bounced,
    });
    owedByAll += ofSeats + reserved + bounced;
    const isLate = ({ due }: { due: string }) => due < today;
    overdue += add(family.enrolled, ({ person }) => sumAmounts(person.owed.filter(isLate)));
    overdue += add(
      listed.filter((one) => one.kind !== 'seat' && isLate(one)),
      readOwed,
    );
    for (const { campClass, person } of family.enrolled) {
      const onPage = office.classes
        .find(({ _id }) => _id === campClass._id)
        ?.enrolled.find(({ cartId }) => cartId === person.cartId);
      agree(`what is left of the seat ${person.entry_code}`, {
        'the class’s page': onPage?.left ?? NaN,
        'the family’s page': person.left,
      });
    }
  }
  agree('owed', {
    'the sum of Owed': office.owedTotals[0]?.amount ?? 0,
    'all families’ pages': owedByAll,
  });
  agree('overdue', {
    'the sum of Owed': office.owedTotals[0]?.overdue ?? 0,
    'all families’ pages': overdue,
  });
  const paid = office.families.flatMap(({ family }) => listPaid(family));
  agree('kept', {
    'all payments': add(office.payments, ({ kept }) => kept),
    'all families’ pages': add(paid, ({ kept }) => kept),
  });
  agree('open credit', {
    'the totals of payments': add(office.totals, ({ credit }) => credit),
    'all families’ pages': add(office.families, ({ credit }) => credit),
  });
  return office.families.length;
}

/** What a reserved seat costs: the family reads the same in its cart. */
function compareReservations(office: OfficeFigures, agree: Agree) {
  for (const { _id, kind, owed, name, className } of office.owed) {
    if (kind !== 'reservation') continue;
    const held = office.classes.flatMap((one) => one.held).find(({ cartId }) => cartId === _id);
    const cart = office.carts.get(_id);
    agree(`the reservation of ${name} in ${className}`, {
      Owed: owed,
      'the class’s page': held?.cost ?? NaN,
      ...(cart !== undefined && { 'the family’s cart': cart }),
    });
  }
}

/** What Stripe, the cash box and the collections say, and what accounting says by method. */
async function compareTruth(school: School, { months, ...office }: OfficeFigures, agree: Agree) {
  const { collections } = school;
  const ledger = await collections.payments.find({}).toArray();
  const refunds = await collections.refunds.find({}).toArray();
  const methods = months.flatMap((month) => month.methods);
  const sayMethod = (method: string) =>
    add(
      methods.filter((one) => one.method === method),
      withoutFees,
    );
  const paid = (await listIntents(school)).filter(({ status }) => status === 'succeeded');
  const returned = [...(await listReturned(school)).values()].flat();
  const byHand = ledger
    .filter(({ method }) => method === 'card')
    .flatMap(({ _id }) => refunds.filter((one) => one.paymentId === _id))
    .filter(({ state }) => state === 'paid otherwise');
  const atStripe = sumAmounts(paid) - sumAmounts(returned);
  agree('money by card', {
    Stripe: atStripe,
    'accounting by method': sayMethod('card') + sumAmounts(byHand),
  });
  const hands = askHands(school.cashBox, ledger, refunds);
  for (const method of OFFICE_METHODS)
    agree(`money by ${method}`, {
      'the cash box': hands.get(method) ?? 0,
      'accounting by method': sayMethod(method),
    });
  const credit = add(listCredits(refunds), (one) => one.credit.left);
  agree('open credit', {
    'the collections': credit,
    'accounting by method': 0 - sayMethod('credit'),
    'the totals of payments': add(office.totals, (one) => one.credit),
  });
  agree('what the school has', {
    'Stripe and the cash box':
      atStripe - sumAmounts(byHand) + add([...hands.values()], (cents) => cents),
    'accounting and the open credit': add(methods, withoutFees) + credit,
  });
}

/** What is kept, in every list that says it. */
function compareKept({ months, rows, payments, ...office }: OfficeFigures, agree: Agree) {
  const moved = rows.filter(({ kind }) => kind !== 'fee');
  const sumOf = (lists: { kept: number }[][]) => add(lists.flat(), ({ kept }) => kept);
  const year = office.home.season.from;
  agree('kept', {
    'the rows of accounting': sumAmounts(moved),
    'accounting by method': add(
      months.flatMap(({ methods }) => methods),
      withoutFees,
    ),
    'accounting by class': sumOf(months.map(({ classes }) => classes)),
    'accounting by season': sumOf(months.map(({ seasons }) => seasons)),
    'accounting by kind': add(
      months.flatMap(({ kinds }) => kinds).filter(({ kind }) => kind !== 'fee'),
      ({ amount }) => amount,
    ),
    'the shares of the rows': add(moved, ({ shares }) => sumAmounts(shares)),
    'the totals of payments': sumOf([office.totals]),
    'all payments': sumOf([payments]),
    'the movements of payments': add(payments, ({ movements }) => sumAmounts(movements)),
    'home, the figure of all time': Math.round(office.figures.totalTransaction * 100),
  });
  agree('kept this year', {
    'the rows of accounting': sumAmounts(moved.filter(({ day }) => day >= year)),
    home: office.home.season.now.amount,
  });
}

/**
 * What each class earned and is owed.
 * @returns how many classes' earnings are also those of accounting: nobody has left them, or moved
 */
async function compareClasses(school: School, office: OfficeFigures, agree: Agree) {
  const truth = await recompute(school.collections);
  const { payments, refunds, receipts } = school.collections;
  const ledger = await payments.find({}).toArray();
  // A seat that has moved stays with the class on its receipt.
  const sold = (await receipts.find({}).toArray()).flatMap(({ items }) => items);
  const returned = new Set(await refunds.distinct('paymentId'));
  let simple = 0;
  for (const { _id, name, camp_start, status, enrolled, held, ...page } of office.classes) {
    const earned = add(enrolled, ({ left }) => left);
    const own = truth.classes.find(({ id }) => id === _id);
    agree(`what ${name} earned`, {
      'its page': earned,
      ...(own && { 'the collections': add(own.enrolled, ({ left }) => left) }),
      ...(status !== 'archived' && {
        'the list of classes': Math.round(
          (office.managed.find((one) => one._id === _id)?.paid ?? NaN) * 100,
        ),
      }),
    });
    const seats = page.canceled ? [] : enrolled;
    const reserved = held.filter(({ isReserved }) => isReserved);
    agree(`what is owed for ${name}`, {
      'its page': add(seats, ({ owed }) => sumAmounts(owed)) + add(reserved, ({ cost }) => cost),
      Owed: add(
        office.owed.filter(({ kind, className }) => kind !== 'bounce' && className === name),
        readOwed,
      ),
    });
    const lines = ledger.filter(({ items }) =>
      items.some(({ classId }) => String(classId) === _id),
    );
    const isSimple = lines.every(
      ({ _id: id, items, status: ended }) =>
        ended === 'canceled' ||
        (!returned.has(id) &&
          items.every(
            ({ seatId, classId }) =>
              String(classId) === _id && enrolled.some(({ cartId }) => cartId === String(seatId)),
          )),
    );
    const came = enrolled.every(({ cartId }) =>
      ledger
        .filter(({ items }) => items.some(({ seatId }) => String(seatId) === cartId))
        .every((payment) => lines.includes(payment)),
    );
    const isHere = ({ seatId }: { seatId: unknown }) =>
      enrolled.some(({ cartId }) => cartId === String(seatId));
    const stayed = sold.filter(({ className }) => className === name).every(isHere);
    // What moved here was sold as a seat of another class.
    const isOwn = sold.filter(isHere).every(({ className }) => className === name);
    if (!isSimple || !came || !stayed || !isOwn) continue;
    if (earned > 0) simple += 1;
    agree(`what ${name} earned`, {
      'its page': earned,
      'accounting by class': add(
        office.months
          .flatMap(({ classes }) => classes)
          .filter((one) => one.className === name && one.camp_start === camp_start),
        ({ kept }) => kept,
      ),
    });
  }
  return simple;
}
