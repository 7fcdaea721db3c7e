import type { OwnData } from '@speakifyr/contract/account.ts';
import { KEEP_MAIL_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { OwnMessage } from '@speakifyr/contract/mail.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { withOtherId } from '../database/other-id.ts';
import type { OutboxDocument, WrittenMail } from '../database/outbox-document.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { getMailModule } from './kinds/all.ts';
import { addMails, makeLines } from './outbox.ts';

/**
 * What the school has emailed to a person, oldest first. Without what it said about a child no longer theirs.
 * R82, R97, R206
 */
export async function getMailsTo(
  user: Pick<UserDocument, '_id' | 'email' | 'status'>,
  services: Services,
): Promise<OwnData['messagesFromSchool']> {
  const { outbox } = services.database.collections;
  const lines = await outbox.find({ userId: user._id }).sort({ createdAt: 1 }).toArray();
  const { isTheirs } = await readFamilyRights(user, services);
  return lines.map(({ cause, state, createdAt, sentAt, subject = '', written, childIds = [] }) => {
    const isReadable = childIds.every(isTheirs) && !getMailModule(cause.kind).isSecret;
    return {
      at: (sentAt ?? createdAt).toISOString(),
      kind: cause.kind,
      state,
      subject: isReadable ? subject : '',
      text: (isReadable && written?.text) || null,
    };
  });
}

/**
 * The first one's link proves that they read another mailbox. The second one comes so often in a summer that it would
 * hide the others; Enrolled Course says the same.
 */
const NOT_SHOWN: MailKind[] = ['confirm address', 'came or left'];

/**
 * The newest emails to a person from the last KEEP_MAIL_DAYS days, at most MAX_PAGE_SIZE. Found by the person's record,
 * because another record may have had the same address before. Emails that tell where a child is disappear with the
 * guardian's rights.
 */
export async function getMyMessages(
  user: Pick<UserDocument, '_id' | 'email' | 'status'>,
  services: Services,
): Promise<OwnMessage[]> {
  const since = new Date(services.now().getTime() - KEEP_MAIL_DAYS * DAY_MS);
  const { isTheirs } = await readFamilyRights(user, services);
  const lines = await services.database.collections.outbox
    .find<OutboxDocument & { written: WrittenMail }>({
      userId: user._id,
      createdAt: { $gte: since },
      written: { $exists: true },
      'cause.kind': { $not: { $in: NOT_SHOWN } },
      // Not outdated ones. The page shows a message from the school even if the person wants no email of it.
      $or: [{ state: { $ne: 'stale' } }, { 'cause.kind': 'school message' }, { isDismissed: true }],
    })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MAX_PAGE_SIZE)
    .toArray();
  const readable = lines.filter(({ childIds = [] }) => childIds.every(isTheirs));
  return readable.map(({ _id, cause, createdAt, sentAt, written }) => ({
    _id,
    kind: cause.kind,
    at: (sentAt ?? createdAt).toISOString(),
    content: written.content,
    attachments: written.attachments,
  }));
}

/** Deletes all emails to a person, but not the last one, which has no `userId`. */
export async function dropMailsTo(
  { _id: userId }: Pick<UserDocument, '_id'>,
  { database }: Services,
): Promise<void> {
  await database.collections.outbox.deleteMany({ userId });
}

/** The outbox lines that answer the contact form, and those that say that two families were merged. */
const REPLIES = { $gte: 'reply-', $lt: 'reply.' };
const MERGERS = { $gte: 'merged-', $lt: 'merged.' };

/**
 * Gives all emails of a person to another one. Unsent ones go to the other address. With a confirmed address, emails
 * about their messages in the contact form move, too. May be repeated.
 */
export async function moveMails(
  { _id: from, email: address, isVerified }: Leaving,
  { _id: userId, name, email }: UserDocument,
  { database }: Services,
): Promise<void> {
  const { outbox } = database.collections;
  await outbox.updateMany(
    { userId: from, state: { $in: ['queued', 'to call'] } },
    { $set: { to: { name, address: email } } },
  );
  await outbox.updateMany({ userId: from }, { $set: { userId } });
  await outbox.updateMany({ 'cause.invitedBy': from }, { $set: { 'cause.invitedBy': userId } });
  await outbox.updateMany(
    { _id: MERGERS, 'cause.email': address },
    { $set: { 'cause.email': email } },
  );
  if (!isVerified) return;
  await outbox.updateMany({ 'replyTo.address': address }, { $set: { 'replyTo.address': email } });
  await outbox.updateMany({ _id: REPLIES, 'to.address': address }, { $set: { userId } });
}

/** Emails to an account about one record of a child are about another record of it. May be repeated. */
export async function moveChildOfMails(
  { outbox }: Pick<Collections, 'outbox'>,
  userId: ObjectId,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  const lines = outbox.find({ userId }, { projection: { cause: 1, childIds: 1 } });
  for (const { _id, ...about } of await lines.toArray()) {
    const turned = withOtherId(about, from, into);
    if (turned !== about) await outbox.updateOne({ _id }, { $set: turned });
  }
}

type Leaving = Pick<UserDocument, '_id' | 'name' | 'email' | 'isVerified'>;

/**
 * Deletes all emails to a person whose account is deleted, and the invitations that they mailed to others: their
 * address is in them. With a confirmed address, also invitations to it and emails about their messages in the contact
 * form; and one last email says that the account is gone. May be repeated.
 */
export async function forgetMailsOf(
  { _id, name, email, isVerified }: Leaving,
  services: Services,
): Promise<void> {
  const { outbox } = services.database.collections;
  const isToThem = { 'to.address': email };
  await dropMailsTo({ _id }, services);
  await outbox.deleteMany({ 'cause.invitedBy': _id });
  // Emails that told a merged family this address.
  await outbox.deleteMany({ _id: MERGERS, 'cause.email': email });
  if (!isVerified) return;
  await outbox.deleteMany({ 'cause.invitedBy': { $exists: true }, ...isToThem });
  // Their messages in the contact form, and the replies.
  await outbox.deleteMany({ 'replyTo.address': email });
  await outbox.deleteMany({ _id: REPLIES, ...isToThem });
  // No `userId`: the record is about to go.
  const mail = { id: `deleted-${_id.toHexString()}`, about: {}, to: { name, address: email } };
  await addMails(makeLines('account deleted', [mail], services), services);
}
