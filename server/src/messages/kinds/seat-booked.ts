import type { MailContent } from '@speakifyr/contract/mail.ts';
import { findSeat } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { findClosedPayment } from '../../billing/ledger/closed-payments.ts';
import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { PaymentDocument, PaymentItem } from '../../database/collections.ts';
import { listGuardians } from '../../families/guardians.ts';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { aboutPayment } from '../due-mails/as-it-is.ts';
import { essentialTo, KEEP_TRYING_MONEY_DAYS } from '../due-mails/recipients.ts';
import {
  defineMail,
  type MailContext,
  listEntries,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { type EntryFacts, listChildIds, type NeedFacts } from '../parts/props.ts';
import {
  askNeeds,
  greet,
  listChild,
  listClassFacts,
  listGate,
  listSchool,
  nameChildren,
  nameClass,
  sayAll,
  subjectOf,
} from '../parts/say.ts';
import { readNeeds } from '../parts/seats.ts';
import { findReaders } from '../seat-readers.ts';

export type SeatBookedCause = { kind: 'seat booked'; paymentId: string };

/** `by`: the guardian who booked; null if that is none anymore. `needs`: of the children whom the reader can change. */
type SeatBookedProps = { booked: EntryFacts[]; by: string | null; needs: NeedFacts[] };

export const seatBooked = defineMail<SeatBookedCause, SeatBookedProps>({
  kind: 'seat booked',
  on: { 'payment ended': aboutPayment(describeForOthers) },
  read,
  write,
  calendar: ({ booked }) => listEntries('REQUEST', booked),
});

/** Tells a guardian that another one has booked classes for their children. It says nothing about the payment. */
function write({ booked, by, needs }: SeatBookedProps, { to }: MailContext): MailContent {
  const [first] = booked;
  const names = sayAll([...new Set(booked.flatMap(({ seat }) => nameChildren([seat]) ?? []))]);
  const who = (by && cleanLine(by)) || 'Another guardian';
  return {
    subject:
      booked.length === 1 && first
        ? subjectOf('New class: ', nameClass(first.campClass.name))
        : `${booked.length} new classes`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${who} has booked ${booked.length === 1 ? 'a class' : 'classes'} for ${names}. You don’t have to do anything: this is for you to know.`,
      },
      ...booked.map(({ campClass, seat }) => ({
        kind: 'facts' as const,
        facts: [
          ...listChild(seat.child),
          { label: 'Entry code', value: seat.entryCode },
          ...listClassFacts(campClass),
          ...listGate(campClass),
        ],
      })),
      { kind: 'facts', facts: listSchool() },
      ...askNeeds(needs),
      {
        kind: 'link',
        label: booked.length === 1 ? 'See the class' : 'See the classes',
        path: '/dashboard/enroll',
      },
    ],
  };
}

/** What a guardian reads of the seats that another one has booked, of the children that they may see now. */
async function read(
  { paymentId }: SeatBookedCause,
  reader: Reader,
  services: Services,
): Promise<Read<SeatBookedProps> | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  if (payment?.status !== 'enrolled' || payment.email === reader.user.email) return undefined;
  const all = await Promise.all(
    payment.items.map((item) => readItem(item, paymentId, reader, services)),
  );
  const booked = all.flatMap((one) => one ?? []);
  if (booked.length === 0) return undefined;
  const childIds = listChildIds(booked);
  const guardians = [...(await listGuardians(childIds, services)).values()].flat();
  const payer = guardians.find(({ user }) => user.email === payment.email);
  const needs = booked.flatMap((one) => one.needs ?? []);
  return { props: { booked, by: payer?.user.name ?? null, needs }, childIds };
}

async function readItem(
  { classId, seatId, childId, moveId }: PaymentItem,
  paymentId: string,
  reader: Reader,
  services: Services,
) {
  // A difference in price is for a seat that moves, which has an email of its own.
  if (!childId || moveId || !reader.rights.may('see', childId)) return undefined;
  const campClass = await findClass(services.database.collections, { _id: classId });
  const seat = findSeat(campClass, { seatId });
  if (seat?.state !== 'enrolled' || seat.paymentId !== paymentId) return undefined;
  if (campClass?.status !== 'open' || !seat.childId?.equals(childId)) return undefined;
  return {
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, 1),
    needs: await readNeeds(seat, campClass.camp_end, reader, services),
    childId,
  };
}

/** The other guardians who may see the children hear of their new classes. */
async function describeForOthers(
  { _id: paymentId, email, items, status }: PaymentDocument,
  services: Services,
): Promise<NewMail<SeatBookedCause>[]> {
  if (status !== 'enrolled') return [];
  const seats = items
    .filter(({ childId, moveId }) => childId && !moveId)
    .map(({ seatId, childId }) => ({ seatId, email, ...(childId && { childId }) }));
  const readers = await findReaders(seats, services);
  return readers
    .filter(({ user }) => user.email !== email)
    .map(({ user }) => ({
      _id: `booked-${paymentId}-${user._id.toHexString()}`,
      cause: { kind: 'seat booked' as const, paymentId },
      ...essentialTo(user, KEEP_TRYING_MONEY_DAYS, services),
    }));
}
