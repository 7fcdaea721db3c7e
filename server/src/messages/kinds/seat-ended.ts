import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { CancellationDocument } from '../../database/money-documents.ts';
import { worksInOffice } from '../../people/users/bundles.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { aboutCancellation } from '../due-mails/as-it-is.ts';
import { tellAdmins } from '../due-mails/recipients.ts';
import {
  aboutNoChild,
  defineMail,
  type MailContext,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findCancellation } from '../kinds.repo.ts';
import { type Charge, describeCharge } from '../parts/props.ts';
import { greet, nameClass, sayCharge, subjectOf } from '../parts/say.ts';

export type SeatEndedCause = { kind: 'seat ended'; seatId: ObjectId };

/** For admins: a payment for a seat was returned. `refund` and `kept` are what was left of its others. */
type SeatEndedProps = {
  className: string;
  payer: string;
  refund: Charge;
  kept: Charge;
  paymentId: string;
};

export const seatEnded = defineMail<SeatEndedCause, SeatEndedProps>({
  kind: 'seat ended',
  on: { 'seat canceled': aboutCancellation(describeEndedSeat) },
  read,
  write,
});

/** Tells an admin that a seat is free, because a payment for it was returned, and what became of its other money. */
function write(
  { className, payer, refund, kept, paymentId }: SeatEndedProps,
  { to }: MailContext,
): MailContent {
  return {
    subject: subjectOf('A seat has ended: ', nameClass(className)),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `One of the payments of ${payer} for a seat in ${nameClass(className)} was returned, in Stripe’s dashboard or by the bank. So the seat has ended, and its place is open for others. ${sayRest(refund, kept)}`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Class', value: nameClass(className) },
          { label: 'Paid by', value: payer },
          ...(refund.amount > 0 ? [{ label: 'Goes back', value: sayCharge(refund) }] : []),
          ...(kept.amount > 0 ? [{ label: 'Kept', value: sayCharge(kept) }] : []),
          { label: 'First payment', value: paymentId },
        ],
      },
      { kind: 'text', text: 'The family has an email about it. You don’t have to do anything.' },
      { kind: 'link', label: 'See the payments', path: '/dashboard/payments' },
    ],
  };
}

function sayRest(refund: Charge, kept: Charge): string {
  const back =
    refund.amount > 0
      ? `What else was paid for the seat goes back: ${sayCharge(refund)}.`
      : 'Nothing else was paid for the seat that could go back.';
  return kept.amount > 0 ? `${back} The school keeps ${sayCharge(kept)}.` : back;
}

/** What an admin reads about a seat that ended because a payment for it was returned. */
async function read(
  { seatId }: SeatEndedCause,
  { user }: Reader,
  { database: { collections } }: Services,
): Promise<Read<SeatEndedProps> | undefined> {
  const canceled = worksInOffice(user) ? await findCancellation(collections, seatId) : null;
  if (!canceled) return undefined;
  const { className, email, refunds, kept, currency, paymentId } = canceled;
  return aboutNoChild({
    ...{ className, payer: email, paymentId },
    refund: describeCharge({ amount: sumAmounts(refunds), currency }),
    kept: describeCharge({ amount: kept, currency }),
  });
}

/** Tells every admin of a seat that ended because a payment for it was returned. */
async function describeEndedSeat(
  { _id: seatId, reason }: CancellationDocument,
  services: Services,
): Promise<NewMail<SeatEndedCause>[]> {
  if (reason !== 'payment returned') return [];
  const cause = { kind: 'seat ended' as const, seatId };
  return tellAdmins(`seatended-${seatId.toHexString()}`, cause, services);
}
