import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { OwedSeat, OwedTotal } from '@speakifyr/contract/owed-seats.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { ObjectId } from 'mongodb';
import type { HeldSeat } from '../database/class-document.ts';
import { onlyHeld, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { nameOwed, type OwingReader, type OwingSeat } from '../seats/owing-seats.ts';
import { countOwedBack, listOwedBack } from '../database/owed-back.ts';
import { type Payment, toPayment } from '../ledger/payment-store.ts';
import { listRefundsById, nameBounce } from '../ledger/refund-store.ts';
import { findCampDays, listClasses } from '../database/class-store.ts';
import { hasWords, listSearchWords, readPhone, readWords } from '../database/search-words.ts';
import type { Page } from '../database/lists.ts';
import { readToday } from '../school-time.ts';
import { readCartPrices } from '../payments/held-prices.ts';
import { listReleaseDays } from '../payments/releasable-seats.ts';
import { countReminders } from '../payments/payment-reminders.ts';
import { findPeopleById } from '../users/find-users.ts';
import { readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

type Query = ParsedInput<Contract['GET /owedSeats']>['query'];
type Row = Omit<OwedSeat, 'reminders' | 'releaseOn'>;

/**
 * What families owe for their seats, the oldest due day first. A school has a few hundred of them, so we sort here.
 * R355
 */
export async function getOwedSeats(
  { search = '', late, page = 1, size = page > 1 ? DEFAULT_PAGE_SIZE : undefined }: Query,
  readOwing: OwingReader,
  services: Services,
): Promise<Page<OwedSeat>> {
  const today = readToday(services);
  const debts = (await listDebts(readOwing, services))
    .filter(({ due }) => !late || due < today)
    .toSorted((a, b) => compare(a.due, b.due) || compare(a._id, b._id));
  const pick = <T>(list: T[]) => (size ? list.slice((page - 1) * size, page * size) : list);
  // Only a search needs the names of all.
  const read = search.trim() ? debts : pick(debts);
  const found = (await present(read, services)).filter(openSearch(search));
  const shown = search.trim() ? pick(found) : found;
  const seats = new Map(
    debts.flatMap((debt) => (debt.kind === 'seat' ? [[debt._id, debt.of]] : [])),
  );
  const owing = shown.flatMap(({ _id }) => seats.get(_id) ?? []);
  const [reminders, days] = await Promise.all([
    countReminders(shown, services),
    listReleaseDays(owing, services),
  ]);
  const dayOf = new Map(owing.map((one, place) => [nameOwed(one), days[place]]));
  return {
    items: shown.map((row, place) => ({
      ...row,
      reminders: reminders[place] ?? 0,
      // Somebody without an address can't be told.
      releaseOn: (row.email && dayOf.get(row._id)) ?? null,
    })),
    total: search.trim() ? found.length : debts.length,
  };
}

/** The sums of all that is owed, by currency. R355, R595 */
export async function getOwedTotals(
  readOwing: OwingReader,
  services: Services,
): Promise<OwedTotal[]> {
  const totals = new Map<string, OwedTotal>();
  for (const { currency, owed, overdue } of await listDebts(readOwing, services)) {
    const total = totals.get(currency) ?? { currency, count: 0, amount: 0, late: 0, overdue: 0 };
    totals.set(currency, total);
    total.count += 1;
    total.amount += owed;
    total.overdue += overdue;
    if (overdue > 0) total.late += 1;
  }
  return [...totals.values()];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** What somebody owes, in cents, and what it is for. */
type Debt = Pick<OwedSeat, '_id' | 'currency' | 'owed' | 'next' | 'due'> & {
  /** How much of it was due before today: several parts may be. */
  overdue: number;
} & (
    | { kind: 'seat'; of: OwingSeat }
    | { kind: 'reservation'; of: SeatOfClass<HeldSeat> }
    | { kind: 'bounce'; of: Payment }
  );

/** All that is owed, in no order, without anybody's name. R355, R483, R482 */
async function listDebts(readOwing: OwingReader, services: Services): Promise<Debt[]> {
  const { collections } = services.database;
  const today = readToday(services);
  const [seats, reserved, bounced] = await Promise.all([
    readOwing(),
    listReserved(services),
    listOwedBack(collections),
  ]);
  const payments = bounced.map(toPayment);
  const [priceOf, refunds] = await Promise.all([
    readCartPrices(reserved, services),
    listRefundsById(collections, payments.map(nameBounce)),
  ]);
  const currency = SCHOOL.currency;
  const dayOf = (at: Date) => readToday({ ...services, now: () => at });
  const atOnce = (owed: number, due: string) => ({
    owed,
    next: owed,
    due,
    overdue: due < today ? owed : 0,
  });
  const ofSeats = seats.map((of): Debt => {
    const { parts } = of;
    const [first] = parts;
    const late = parts.filter(({ due }) => due < today);
    return {
      _id: nameOwed(of),
      kind: 'seat',
      of,
      currency,
      overdue: sumAmounts(late),
      owed: sumAmounts(parts),
      next: first?.amount ?? 0,
      due: first?.due ?? '',
    };
  });
  const ofReserved = reserved.map((of): Debt => {
    const day = dayOf(of.seat.heldUntil);
    const _id = of.seat.seatId.toHexString();
    return { _id, kind: 'reservation', of, currency, ...atOnce(priceOf(of).own, day) };
  });
  // What went back before its payment bounced, due since the bank said so.
  const ofBounced = payments.map((of): Debt => {
    const { bounce } = refunds.get(nameBounce(of)) ?? {};
    const day = bounce?.day ?? dayOf(of.createdAt);
    const own = of.currency.toUpperCase();
    const _id = of.paymentId;
    return { _id, kind: 'bounce', of, currency: own, ...atOnce(countOwedBack(of), day) };
  });
  return [...ofSeats, ...ofReserved.filter(({ owed }) => owed > 0), ...ofBounced];
}

/** The seats that the office reserves until they are paid. */
async function listReserved({ database, now }: Services): Promise<SeatOfClass<HeldSeat>[]> {
  const classes = await listClasses(database.collections, { 'seats.heldUntil': { $gt: now() } });
  const seats = classes.flatMap((campClass) =>
    campClass.seats.map((seat) => pairSeat(campClass, seat)),
  );
  return onlyHeld(seats).filter(({ seat }) => seat.reserved && seat.heldUntil > now());
}

/** Says who owes all this, and what for. */
async function present(debts: Debt[], services: Services): Promise<Row[]> {
  const seats = debts.flatMap((debt) => (debt.kind === 'bounce' ? [] : [debt.of.seat]));
  const bought = debts.flatMap((debt) =>
    debt.kind === 'bounce' ? debt.of.items.map(({ classId }) => classId) : [],
  );
  const [personOf, payers, days] = await Promise.all([
    readPeople(seats, services),
    findPeopleById(debts.map(payerOf), services),
    findCampDays(services.database.collections, bought),
  ]);
  return debts.map((debt): Row => {
    const { _id, kind, currency, owed, next, due } = debt;
    const familyId = payerOf(debt).toHexString();
    const { name = '', email = '', phone } = payers.get(familyId) ?? {};
    return {
      _id,
      familyId,
      kind,
      currency,
      owed,
      next,
      due,
      name,
      phone: phone ?? null,
      email: email && hasMailbox(email) ? email : null,
      isCoPay: (debt.kind === 'seat' && debt.of.isCoPay) || false,
      ...(debt.kind === 'bounce'
        ? describePayment(debt.of, days, services)
        : {
            student_name: personOf(debt.of.seat).name,
            className: debt.of.campClass.name,
            camp_start: debt.of.campClass.camp_start,
          }),
    };
  });
}

function payerOf(debt: Debt): ObjectId {
  if (debt.kind === 'seat') return debt.of.payerId;
  return debt.kind === 'bounce' ? debt.of.userId : debt.of.seat.userId;
}

function describePayment(
  { items, createdAt }: Payment,
  days: Awaited<ReturnType<typeof findCampDays>>,
  services: Services,
) {
  const ids = new Set(items.map(({ classId }) => classId.toHexString()));
  const bought = [...ids].flatMap((id) => days.get(id) ?? []);
  const day = readToday({ ...services, now: () => createdAt });
  return {
    student_name: [...new Set(items.map(({ name }) => name))].join(', '),
    className: bought.map(({ name }) => name).join(', '),
    camp_start: bought.map(({ camp_start }) => camp_start).toSorted()[0] ?? day,
  };
}

/**
 * @returns whether each word of the search is in the names, the address, the class or the phone of a row, in one of the ways to
 *   write them. R220
 */
function openSearch(search: string): (row: Row) => boolean {
  if (!search.trim()) return () => true;
  const number = readPhone(search);
  const readings = readWords(search);
  return (row) => {
    const phone = listSearchWords({ name: '', phone: row.phone ?? '' });
    if (number && hasWords(phone, [number])) return true;
    const text = foldLetters([row.name, row.email, row.student_name, row.className].join(' '));
    return readings.some((words) =>
      words.every((word) => text.includes(word.text) || hasWords(phone, [word])),
    );
  };
}
