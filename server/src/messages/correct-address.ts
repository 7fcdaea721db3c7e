import { auditEvent } from '../events/audit-event.ts';
import { correctSender, nameReplyLine } from './contact/contact.service.ts';
import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { CauseOf } from './kinds/all.ts';
import { findLine, retryMail } from './outbox-list.ts';

/**
 * Corrects the address that somebody without an account gave in the contact form, and sends a reply there. An account's
 * address is how its owner logs in, and an invitation gives rights to a child: the school changes neither. The audit log
 * says who did it and why, never the addresses: it outlives the message. decisions/0051
 * @param id the reply's, in the outbox
 * @throws {ApiError} `not_found`; `address_fixed` for any other email; `mail_not_done` if it is on its way
 */
export async function correctAddress(
  id: string,
  { email, note }: { email: string; note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { cause, userId, state } = await findLine(id, services);
  if (cause.kind !== 'contact reply' || userId) throw new ApiError('address_fixed');
  if (state !== 'failed' && state !== 'sent') throw new ApiError('mail_not_done');
  const { messageId } = cause as CauseOf<'contact reply'>;
  const event = auditEvent(
    {
      ...{ by: admin.email, type: 'correct address', target: 'contact form', before: null },
      after: { message: messageId.toHexString(), note },
    },
    services,
  );
  const from = await correctSender(messageId, email, event, services);
  // The message is deleted after half a year, or it is an account's after all.
  if (from === undefined) throw new ApiError('address_fixed');
  const prefix = nameReplyLine(messageId.toHexString(), '');
  await readdressReplies(collections, { messageId, prefix, lineId: id }, { from, to: email });
  await retryMail(id, services);
}

/**
 * Sends replies to a message of the contact form to another address: those that have not been sent, and one more. The
 * admins' emails about it get the address, too: what names a sender goes with the account that has this address.
 * @param prefix with which the ids of the replies begin
 */
async function readdressReplies(
  { outbox }: Pick<Collections, 'outbox'>,
  { messageId, prefix, lineId }: { messageId: ObjectId; prefix: string; lineId: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isOfMessage = { 'cause.messageId': messageId };
  await outbox.updateMany(
    {
      ...isOfMessage,
      _id: { $gte: prefix, $lt: `${prefix}~` },
      userId: { $exists: false },
      $or: [{ _id: lineId }, { state: { $in: ['queued', 'failed'] } }],
    },
    { $set: { 'to.address': to } },
  );
  await outbox.updateMany(
    { ...isOfMessage, 'replyTo.address': from },
    { $set: { 'replyTo.address': to } },
  );
}
