import type { ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../../database/collections.ts';
import type {
  CancellationDocument,
  MoveDocument,
  RefundDocument,
} from '../../database/money-documents.ts';
import type { MailCause } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { findAnyPayment, findCancellation, findMove, findRefundWithId } from '../kinds.repo.ts';
import type { NewMail } from '../outbox.ts';

/** The emails about something as it is when the mailer gets to its event; none if it is gone by then. */

type Describe<Found, C extends MailCause> = (
  found: Found,
  services: Services,
) => Promise<NewMail<C>[]>;

type Handler<Data, C extends MailCause> = (
  event: { data: Data },
  services: Services,
) => Promise<NewMail<C>[]>;

export function aboutPayment<C extends MailCause>(
  describe: Describe<PaymentDocument, C>,
): Handler<{ paymentId: string }, C> {
  return about(describe, (collections, { paymentId }) => findAnyPayment(collections, paymentId));
}

export function aboutRefund<C extends MailCause>(
  describe: Describe<RefundDocument, C>,
): Handler<{ refundId: string }, C> {
  return about(describe, (collections, { refundId }) => findRefundWithId(collections, refundId));
}

export function aboutCancellation<C extends MailCause>(
  describe: Describe<CancellationDocument, C>,
): Handler<{ changeId: ObjectId }, C> {
  return about(describe, (collections, { changeId }) => findCancellation(collections, changeId));
}

export function aboutMove<C extends MailCause>(
  describe: Describe<MoveDocument, C>,
): Handler<{ changeId: ObjectId }, C> {
  return about(describe, (collections, { changeId }) => findMove(collections, changeId));
}

function about<Data, Found, C extends MailCause>(
  describe: Describe<Found, C>,
  find: (collections: Collections, data: Data) => Promise<Found | null>,
): Handler<Data, C> {
  return async ({ data }, services) => {
    const found = await find(services.database.collections, data);
    return found ? describe(found, services) : [];
  };
}
