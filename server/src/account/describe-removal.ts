import { SCHOOL } from '@speakifyr/contract/school.ts';
import { nameCharge, nameDays, toCents } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { listClassesTaughtBy } from '../classes/classes.service.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { listOwedBack, countOwedBack } from '../database/owed-back.ts';
import { listChildrenOf } from '../families/booking.ts';
import { listGuardians } from '../families/guardians.ts';
import { listNextDebtors } from '../families/next-debtors.ts';
import { listStays, listTeamClasses } from '../families/team-days.ts';
import { readCurrency } from '../ledger/enter-payment.ts';
import { listPaymentsOf } from '../ledger/payment-store.ts';
import { isPromised, listRefundsOf, nameProgress } from '../ledger/refund-store.ts';
import { sayAll, sayMoment } from '../messages/parts/say.ts';
import { listFreeSeatsOf } from '../payments/enroll-free.ts';
import { readCredit } from '../payments/own-credit.ts';
import { readToday } from '../school-time.ts';
import { listSeatsOf, onlyEnrolled, onlyHeld, type SeatOfClass } from '../seats/find-seat.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import { getOwnWaiting } from '../waiting/own-waiting.ts';

/** What the sentences are about. */
type Told = {
  user: UserDocument;
  services: Services;
  /** The names of a child's other guardians. */
  othersOf: (childId: ObjectId | undefined) => string[];
  say: (cents: number) => string;
};

/**
 * What a person leaves behind if they are removed now, in sentences for the office: seats, children, money, waiting
 * places, classes. No health, and nothing about aid, which only directors read. R591
 * @returns nothing if they leave nothing
 */
export async function describeRemoval(user: UserDocument, services: Services): Promise<string[]> {
  const children = await listChildrenOf(user, services);
  const own = { userId: user._id, payerId: user._id };
  const childIds = children.map(({ _id }) => _id);
  const all = await listSeatsOf(services.database.collections, { ...own, childIds });
  const guardians = await listGuardians(
    [...childIds, ...all.flatMap(({ seat }) => seat.childId ?? [])],
    services,
  );
  const currency = readCurrency();
  const told: Told = {
    user,
    services,
    othersOf: (childId) =>
      (guardians.get(childId?.toHexString() ?? '') ?? [])
        .filter((one) => !one.user._id.equals(user._id))
        .map((one) => one.user.name),
    say: (cents) => nameCharge(cents / 100, currency),
  };
  const said = await Promise.all([
    describeSeats(all, told),
    describeChildren(children, told),
    describeMoney(told),
    describeWaiting(told),
    describeTeams(told),
  ]);
  return said.flat();
}

async function describeSeats(all: SeatOfClass[], told: Told): Promise<string[]> {
  const { user, services, othersOf, say } = told;
  const today = readToday(services);
  const isOwn = ({ seat }: SeatOfClass) => seat.userId.equals(user._id);
  const ahead = all.filter(({ campClass }) => campClass.camp_end >= today && !campClass.canceled);
  const freed = await listFreeSeatsOf(user._id, services);
  const personOf = await readPeople(
    ahead.map(({ seat }) => seat),
    services,
  );
  return [
    ...onlyEnrolled(ahead).flatMap(({ campClass, seat }) => {
      const others = othersOf(seat.childId);
      // Booked by somebody who stays: nothing changes.
      if (!isOwn({ campClass, seat }) && others.length > 0) return [];
      const owed = owedByAll(campClass, seat);
      const price = toCents(seat.price);
      const money =
        price === 0
          ? 'free'
          : owed > 0
            ? `${say(price - owed)} of ${say(price)} paid`
            : `${say(price)} paid`;
      const isFreed = freed.some((one) => one.seat.seatId.equals(seat.seatId));
      const fate = isFreed
        ? 'It becomes free.'
        : others.length > 0
          ? `It stays with ${sayAll(others)}.`
          : 'It stays, without a refund.';
      return [`${sayPlace({ campClass, seat }, personOf)}: ${money}. ${fate}`];
    }),
    ...onlyHeld(ahead)
      .filter((one) => isOwn(one) && one.seat.heldUntil > services.now())
      .map((one) => {
        const { reserved, offer, heldUntil } = one.seat;
        const how = reserved ? 'reserved' : offer ? 'offered' : 'held';
        const until = sayMoment(heldUntil, SCHOOL.timeZone);
        return `${sayPlace(one, personOf)}: ${how} until ${until}. It becomes free.`;
      }),
  ];
}

/** Such as `Mia in Kites (Mon 5 – Fri 9 July 2027)`. */
function sayPlace({ campClass, seat }: SeatOfClass, personOf: PersonOf): string {
  return `${personOf(seat).name} in ${sayClass(campClass)}`;
}

function sayClass({
  name,
  camp_start,
  camp_end,
}: Pick<ClassDocument, 'name' | 'camp_start' | 'camp_end'>): string {
  return `${name} (${nameDays(camp_start, camp_end)})`;
}

function describeChildren(
  children: Awaited<ReturnType<typeof listChildrenOf>>,
  { user, othersOf }: Told,
): string[] {
  const alone = children.filter(({ _id }) => othersOf(_id).length === 0);
  const shared = children.filter(({ _id }) => othersOf(_id).length > 0);
  return [
    ...(alone.length > 0
      ? [
          `Nobody else looks after ${sayAll(alone.map(({ name }) => name))}. Their seats stay, but no one in the family can decide for them anymore, and no one on their contact list may pick them up.`,
        ]
      : []),
    ...shared.map(
      ({ _id, name }) =>
        `${sayAll(othersOf(_id))} ${othersOf(_id).length > 1 ? 'look' : 'looks'} after ${name} from then on. Contacts, codes, photo and permissions that ${user.name} gave for ${name} end.`,
    ),
  ];
}

async function describeMoney({ user, services, say }: Told): Promise<string[]> {
  const { collections } = services.database;
  const debts = await listNextDebtors(user, services);
  const heirs = await findPeopleById(
    debts.flatMap(({ heir }) => heir ?? []),
    services,
  );
  const personOf = await readPeople(
    debts.map(({ seat }) => seat),
    services,
  );
  const back = await listOwedBack(collections, user._id);
  const { lines } = await readCredit(user._id, services);
  const credit = sumAmounts(lines.map(({ left }) => ({ amount: left })));
  const paymentIds = (await listPaymentsOf(collections, user._id)).map(
    ({ paymentId }) => paymentId,
  );
  const refunds = await listRefundsOf(collections, paymentIds);
  return [
    ...debts.map((debt) => {
      const heir = heirs.get(debt.heir?.toHexString() ?? '')?.name;
      const next = heir ? `${heir} owes it from then on` : 'nobody else could pay it';
      return `${say(debt.amount)} is owed for ${sayPlace(debt, personOf)}: ${next}.`;
    }),
    ...back.map(
      (payment) =>
        `${say(countOwedBack(payment))} is owed after a payment that bounced: nobody else could pay it.`,
    ),
    ...(credit > 0
      ? [`${say(credit)} of credit stays, and nobody can use it. Give it back first.`]
      : []),
    ...refunds
      .filter((refund) => isPromised(refund) && nameProgress(refund) !== 'refunded')
      .map((refund) =>
        refund.needsAdmin
          ? `A refund of ${say(refund.amount)} waits for the office, on Refunds.`
          : `A refund of ${say(refund.amount)} is on its way. It goes on.`,
      ),
  ];
}

/** Offered seats are among the held ones. */
async function describeWaiting({ user, services }: Told): Promise<string[]> {
  const waiting = await getOwnWaiting(user, services);
  return waiting
    .filter(({ state }) => state !== 'offered')
    .map(
      ({ people, ...campClass }) =>
        `${sayAll(people.map(({ name }) => name))} ${people.length > 1 ? 'wait' : 'waits'} for ${sayClass({ ...campClass, name: campClass.className })}. The place is given up.`,
    );
}

async function describeTeams({ user, services }: Told): Promise<string[]> {
  const today = readToday(services);
  const taught = await listClassesTaughtBy(user, services);
  const teams = await listTeamClasses(user, services);
  return [
    ...taught.map((campClass) => `${user.name} teaches ${sayClass(campClass)}.`),
    ...teams.flatMap((campClass) =>
      listStays(campClass, user._id)
        .filter(({ to }) => to >= today)
        .map(
          ({ role, from, to }) =>
            `${user.name} is ${role === 'assistant' ? 'an assistant' : 'a substitute'} in ${campClass.name}, ${nameDays(from, to)}. They leave the team.`,
        ),
    ),
  ];
}
