import { findClosedPayment } from '../../ledger/payment-store.ts';
import { type EntryFacts, summarizeSeat } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { listOwedOf } from '../../seats/seat-plan.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import { listGuardians } from '../../families/guardians.ts';
import { readChildName } from '../../users/participant-names.ts';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail, type Reader } from '../mail-module.ts';
import { aboutPayment, findSeatOf, readEach, readNeeds } from '../parts/find.ts';
import { listChildIds, type NeedFacts } from '../parts/props.ts';
import {
  askNeeds,
  listChild,
  listComingClass,
  listOwedFacts,
  listSchool,
  nameChildren,
  nameClass,
  sayAll,
  subjectOf,
} from '../parts/say.ts';
import { findReaders, findRecipients, KEEP_TRYING_MONEY_DAYS, toEach } from '../recipients.ts';

/**
 * `by`: the guardian who booked; null if no longer a guardian. `needs`: of the children whom the reader can change.
 * `owed`: the reader's share, if the two share the price.
 */
type SeatBookedProps = {
  booked: (EntryFacts & { owed?: PlanPart[] })[];
  by: string | null;
  needs: NeedFacts[];
};

/** Tells a guardian that another one booked classes for their children, but not what that one paid. R254 */
export const seatBooked = defineMail<{ paymentId: string }, SeatBookedProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: {
    'payment ended': aboutPayment(async ({ paymentId, userId, items, status }, services) => {
      if (status !== 'enrolled') return [];
      const seats = items.flatMap(({ seatId, childId, moveId }) =>
        childId && !moveId ? [{ seatId, userId, childId }] : [],
      );
      const users = (await findReaders(seats, services)).map(({ user }) => user);
      const coPayers = await findRecipients(
        items.flatMap(({ coPay }) => coPay?.userId ?? []),
        services,
      );
      const all = new Map(
        [...users, ...coPayers.values()].map((user) => [user._id.toHexString(), user]),
      );
      const others = [...all.values()].filter((user) => !user._id.equals(userId));
      return toEach(others, `booked-${paymentId}`, { paymentId });
    }),
  },

  /** What a guardian reads of seats that another one booked, for the children that they may see now. */
  async read({ paymentId }, reader, services) {
    const payment = await findClosedPayment(services.database.collections, paymentId);
    if (payment?.status !== 'enrolled' || payment.userId.equals(reader.user._id)) return undefined;
    const booked = await readEach(payment.items, (item) =>
      readItem(item, paymentId, reader, services),
    );
    if (booked.length === 0) return undefined;
    const childIds = listChildIds(booked);
    const guardians = [...(await listGuardians(childIds, services)).values()].flat();
    const payer = guardians.find(({ user }) => user._id.equals(payment.userId));
    const needs = booked.flatMap((one) => one.needs ?? []);
    return { props: { booked, by: payer?.user.name ?? null, needs }, childIds };
  },

  write({ booked, by, needs }, { currency }) {
    const [first] = booked;
    const isShared = booked.some(({ owed = [] }) => owed.length > 0);
    const isOne = booked.length === 1 && first;
    const names = sayAll([...new Set(booked.flatMap(({ seat }) => nameChildren([seat]) ?? []))]);
    const who = (by && cleanLine(by)) || 'Another guardian';
    return {
      subject: isOne
        ? subjectOf('New class: ', nameClass(first.campClass.name))
        : `${booked.length} new classes`,
      parts: [
        `${who} has booked ${isOne ? 'a class' : 'classes'} for ${names}. ${isShared ? 'You share the cost of it: you still owe your share.' : 'You don’t have to do anything: this is for you to know.'}`,
        booked.map(({ campClass, seat, owed = [] }) =>
          facts([
            ...listChild(seat.child),
            ['Entry code', seat.entryCode],
            ...listComingClass(campClass),
            ...listOwedFacts(owed, currency),
          ]),
        ),
        facts(listSchool()),
        askNeeds(needs),
        link(
          isShared ? 'See it and pay your share' : isOne ? 'See the class' : 'See the classes',
          '/dashboard/enroll',
        ),
      ],
    };
  },

  calendar: ({ booked }) => ({ REQUEST: booked }),
});

async function readItem(item: PaymentItem, paymentId: string, reader: Reader, services: Services) {
  const { childId, moveId } = item;
  // A difference in price is for a seat that moves, which has an email of its own.
  if (!childId || moveId) return undefined;
  const { campClass, seat } = await findSeatOf(item, services);
  if (seat?.state !== 'enrolled' || seat.paymentId !== paymentId) return undefined;
  if (campClass?.status !== 'open' || !seat.childId?.equals(childId)) return undefined;
  if (!reader.rights.mayReadSeat(seat)) return undefined;
  return {
    campClass: await summarizeClass(campClass, services),
    seat: summarizeSeat(seat, await readChildName(childId, services), 1),
    needs: await readNeeds(childId, campClass.camp_end, reader, services),
    owed: listOwedOf(reader.user, { campClass, seat }),
    childId,
  };
}
