import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findSeat } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { type ClassSummary, summarizeClass } from '../../class-facts.ts';
import type { MoveDocument } from '../../database/money-documents.ts';
import { priceOfSeat } from '../../enrollments/seats/price-of-seat.ts';
import type { Services } from '../../services.ts';
import { aboutMove } from '../due-mails/as-it-is.ts';
import { addressTo, findRecipient } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findMove } from '../kinds.repo.ts';
import { listChildIds } from '../parts/props.ts';
import {
  ASK_IF_WRONG,
  greet,
  listClassFacts,
  listGate,
  nameClass,
  nameSeat,
  sayCharge,
  sayMoment,
  sayWhy,
  subjectOf,
} from '../parts/say.ts';

export type MoveAskedCause = { kind: 'move asked'; moveId: ObjectId };

/** `from`: the name of the class where the seat is now. `price`: the difference, in whole currency units. */
type MoveAskedProps = {
  from: string;
  campClass: ClassSummary;
  child: string | null;
  price: number;
  until: Date;
  note: string;
  path: string;
};

export const moveAsked = defineMail<MoveAskedCause, MoveAskedProps>({
  kind: 'move asked',
  on: { 'seat moved': aboutMove(describeAskedMove) },
  read,
  write,
});

/** Asks the payer to pay the difference, so that the seat moves. */
function write(
  { from, campClass, child, price, until, note, path }: MoveAskedProps,
  { to, timeZone, currency }: MailContext,
): MailContent {
  const [old, fresh] = [nameClass(from), nameClass(campClass.name)];
  const seat = nameSeat({ className: from, child });
  const sum = sayCharge({ amount: Math.round(price * 100), currency });
  return {
    subject: subjectOf('Please pay the difference: ', fresh),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We would like to move ${seat} to ${fresh}. The new class costs ${sum} more.`,
      },
      ...sayWhy(note),
      {
        kind: 'text',
        text: `The new seat is held for you until ${sayMoment(until, timeZone)}. It moves once you have paid ${sum}. If you do not pay by then, nothing changes: the seat in ${old} stays yours.`,
      },
      { kind: 'facts', facts: [...listClassFacts(campClass), ...listGate(campClass)] },
      { kind: 'link', label: 'Look at it and pay', path },
      ASK_IF_WRONG,
    ],
  };
}

/** What the payer reads while the new seat is held for them. */
async function read(
  { moveId }: MoveAskedCause,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<MoveAskedProps> | undefined> {
  const { collections } = services.database;
  const move = await findMove(collections, moveId);
  if (move?.state !== 'open' || user.email !== move.email) return undefined;
  const { from, to, heldSeatId, note = '' } = move;
  const [old, fresh] = await Promise.all([
    findClass(collections, { _id: from.classId }),
    findClass(collections, { _id: to.classId }),
  ]);
  const seat = findSeat(fresh, { seatId: heldSeatId });
  if (!old || !fresh || seat?.state !== 'held' || seat.heldUntil <= services.now())
    return undefined;
  if (!rights.mayReadSeat({ email: seat.email, ...(to.childId && { childId: to.childId }) }))
    return undefined;
  const props = {
    ...{ from: old.name, campClass: summarizeClass(fresh), note, until: seat.heldUntil },
    ...{ child: to.childId ? to.name : null, price: priceOfSeat(fresh, seat) / 100 },
    path: `/dashboard/payment?cartId=${heldSeatId.toHexString()}`,
  };
  return { props, childIds: listChildIds([from, to]) };
}

/** Asks the payer to pay the difference, as an admin wants. */
async function describeAskedMove(
  { _id: moveId, email, state, askedUntil }: MoveDocument,
  services: Services,
): Promise<NewMail<MoveAskedCause>[]> {
  const payer = state === 'open' && (await findRecipient(email, services));
  if (!payer || !askedUntil) return [];
  return [
    {
      _id: `moveasked-${moveId.toHexString()}`,
      cause: { kind: 'move asked', moveId },
      ...addressTo(payer),
      ...{ isEssential: true, notAfter: askedUntil },
    },
  ];
}
