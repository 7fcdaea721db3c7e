import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  MAX_EMAIL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { ContactMessageDocument } from '../../database/contact-documents.ts';
import { findRecipient } from '../recipients.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import { newsEvent } from '../../events/audit-event.ts';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { findNewOwner, findUserWithId } from '../../users/find-users.ts';
import { readReplyTo, type Thread } from '../reply-address.ts';
import { type InboundFields, isAutomatic, readHeaders, readText } from './inbound-text.ts';

/**
 * Answers to the school's emails, as Mailgun posts them: `store(notify="…")` of a route. Files never come along, only
 * their names. https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store
 */

/** Mailgun tries for eight hours. */
const OLDEST_MS = 9 * 60 * 60_000;
const AHEAD_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Whether the provider has signed this, a moment ago: HMAC-SHA256 of timestamp and token.
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export function isSigned(
  { timestamp = '', token = '', signature = '' }: InboundFields,
  { environment, now }: Pick<Services, 'environment' | 'now'>,
): boolean {
  const key = environment.INBOUND_MAIL_KEY;
  if (!key || !/^\d{1,12}$/.test(timestamp) || token.length < 16 || token.length > 200)
    return false;
  const wanted = createHmac('sha256', key)
    .update(timestamp + token)
    .digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  const age = now().getTime() - Number(timestamp) * 1000;
  return age < OLDEST_MS && age > -AHEAD_MS;
}

/** `again`: this signature was used before. `unknown`: no address of ours. `busy`: too many from one address. */
export type Received = 'stored' | 'known' | 'ignored' | 'again' | 'unknown' | 'busy';

/**
 * Puts an answer into the inbox, once: into the conversation whose address it was sent to, if it comes from the address
 * that the conversation belongs to. From any other address it is somebody else's, and shown as theirs. Absence notes and
 * bounces are no answers. R570
 * @param fields signed by the provider
 */
export async function receiveMail(fields: InboundFields, services: Services): Promise<Received> {
  const { database, now, environment } = services;
  const { contactMessages } = database.collections;
  const { recipient = '', token: mailToken = '' } = fields;
  const thread = readReplyTo(recipient, services);
  if (!thread) return 'unknown';
  if (await contactMessages.findOne({ mailToken })) return 'again';
  const headers = readHeaders(fields['message-headers']);
  const sender = readSender(fields['from'] || headers.get('from') || fields['sender'] || '');
  if (!sender || isAutomatic(headers, fields['sender'])) return 'ignored';
  const since = new Date(now().getTime() - HOUR_MS);
  const { email } = sender;
  const lately = await contactMessages.countDocuments({ email, at: { $gte: since } });
  if (lately >= environment.MESSAGES_PER_HOUR) return 'busy';
  const message = await describe({ thread, sender, fields, headers }, services);
  const id = (headers.get('message-id') ?? '') || mailToken;
  const _id = nameMail(recipient.toLowerCase(), id);
  try {
    await contactMessages.insertOne({
      ...message,
      _id,
      mailToken,
      isByMail: true,
      at: now(),
      isDone: false,
      doneBy: null,
      events: [newsEvent('message arrived', { messageId: _id }, now())],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await contactMessages.findOne({ _id })) ? 'known' : 'again';
  }
  return 'stored';
}

/** One email to one conversation has one id, however often it arrives. */
function nameMail(recipient: string, messageId: string): ObjectId {
  const hash = createHash('sha256').update(`${recipient} ${messageId}`).digest('hex');
  return new ObjectId(hash.slice(0, 24));
}

type Sender = { name: string; email: string };

/** @param from such as `Ruth Garcia <ruth@example.com>` */
function readSender(from: string): Sender | undefined {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(from) ?? [];
  const email = (inBrackets ?? from).trim().toLowerCase();
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email) || email.length > MAX_EMAIL_LENGTH)
    return undefined;
  const name = inBrackets === undefined ? '' : from.slice(0, from.lastIndexOf('<'));
  const plain = cleanLine(name.replace(/["\\]/g, '')).trim().slice(0, MAX_NAME_LENGTH);
  return { email, name: plain || email.slice(0, MAX_NAME_LENGTH) };
}

type Mail = {
  thread: Thread;
  sender: Sender;
  fields: InboundFields;
  headers: Map<string, string>;
};

type Said = Pick<ContactMessageDocument, 'name' | 'email' | 'message' | 'copyTo' | 'threadOf'>;

/** Whose message it is, and what it says. */
async function describe(
  { thread, sender, fields, headers }: Mail,
  services: Services,
): Promise<Said> {
  const text = readText(fields);
  const say = (before = '') => `${before}${text}`.slice(0, MAX_MESSAGE_LENGTH);
  const { email } = sender;
  const isProven = !isForged(email, headers, fields['sender']);
  if (thread.of === 'message') {
    const first = await services.database.collections.contactMessages.findOne({ _id: thread.id });
    if (first?.email === email && isProven && !first.copyTo) {
      const threadOf = first.threadOf ?? first._id;
      return { name: first.name, email, message: say(), threadOf };
    }
    return { ...sender, message: say(ELSEWHERE) };
  }
  const account = await findAccount(thread.id, services);
  const isTheirs =
    account &&
    isProven &&
    (account.email === email || (account.mailTo?.confirmed && account.mailTo.address === email));
  if (!isTheirs) return { ...sender, message: say(ELSEWHERE) };
  return { name: account.name, email: account.email, message: say(), copyTo: account._id };
}

const ELSEWHERE =
  '(An answer to an email of the school, from another address than the one that it was sent to.)\n\n';

/** Who gets the school's emails may answer them: also somebody who was removed. */
async function findAccount(id: ObjectId, services: Services): Promise<UserDocument | undefined> {
  const owner = findNewOwner(await findUserWithId(id, services));
  return findRecipient(owner ?? id, services);
}

/**
 * Whether the provider's own checks do not say that this address sent it. A check is about a domain: one that passes for
 * another domain than the address's proves nothing, and of a header that the sender wrote, too, each line must pass. Without
 * any check, anybody who knows the secret address is believed.
 * @param envelope the sender that SPF is about
 */
function isForged(email: string, headers: Map<string, string>, envelope = ''): boolean {
  const spf = headers.get('x-mailgun-spf');
  const dkim = headers.get('x-mailgun-dkim-check-result');
  if (spf === undefined && dkim === undefined) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isOf = (name: string) =>
    name.includes('.') && (name === domain || domain.endsWith(`.${name}`));
  const sentBy = envelope.trim().toLowerCase().replace(/^.*@/, '');
  const signers = listSigners(headers.get('dkim-signature'));
  const isSigned = signers.length > 0 && signers.every(isOf);
  return !((passes(spf) && isOf(sentBy)) || (passes(dkim) && isSigned));
}

/** The domains of all signatures, from the tag `d`: the value of another tag may look like it. RFC 6376, 3.2 */
function listSigners(signatures = ''): string[] {
  return signatures
    .split(/[;\n]/)
    .flatMap((tag) => /^\s*d\s*=\s*([\w.-]+)\s*$/.exec(tag)?.[1]?.toLowerCase() ?? []);
}

function passes(result = ''): boolean {
  return result.split('\n').every((line) => line.trim().toLowerCase() === 'pass');
}
