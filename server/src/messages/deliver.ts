import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { hasMailbox, sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import type { OutboxDocument, WrittenMail } from '../database/outbox-document.ts';
import type { Delivery, Mailer } from '../outside/smtp.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { makeContext } from './content.ts';
import { getMailModule, type PropsOf } from './kinds/all.ts';
import { decideAddress } from './mail-to.ts';
import { dropMailsTo } from './mails-of.ts';
import { makeOptOutLinks } from './my-mail.ts';
import { type Change, changeClaimed, type Claim, claimDueLine, findForgetting } from './outbox.ts';
import { makeReplyTo } from './reply-address.ts';
import { readProps, type ReadProps, writeMail } from './write-mail.ts';

const MINUTE_MS = 60_000;
/** How long a server has a line to itself: longer than an email takes at most (outside/smtp.ts). */
const LEASE_MS = 2 * MINUTE_MS;
/** How long an email that the mail server refused for now waits after each try. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);
const MAX_TRIES = RETRY_AFTER_MS.length + 1;
/** Keeps joins fast. */
const AT_ONCE = 2;
/** Then the mailer's other work gets its turn. */
const ROUND_MS = 30_000;
const MAX_ERROR_LENGTH = 200;
/** How often we look whether a family still has to be called. */
const LOOK_AT_CALLS_MS = 30 * MINUTE_MS;

/** How a round ended: nothing more is due, its time is up, or the mail server takes nothing from us. */
export type RoundEnd = 'done' | 'more' | 'unreachable';

/**
 * Sends the emails that are due. Several servers may do it at once. Without SMTP_URL, everything waits.
 * @param signal stops it between two emails
 */
export async function deliverMails(services: Services, signal?: AbortSignal): Promise<RoundEnd> {
  const { mailer, database, now } = services;
  if (!mailer) return 'done';
  let end: RoundEnd | undefined;
  const endAt = performance.now() + ROUND_MS;
  const work = async () => {
    while (!end && !signal?.aborted) {
      if (performance.now() > endAt) {
        end = 'more';
        return;
      }
      const at = now();
      const claim = await claimDueLine(database.collections, at, after(at, LEASE_MS));
      if (!claim) return;
      const delivery = await deliver(claim, mailer, services, signal);
      if (delivery?.result !== 'unreachable') continue;
      end = 'unreachable';
      services.log.warn({ reason: delivery.reason }, 'the mail server takes no emails');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return end ?? 'done';
}

/** Sends one email, unless it may no longer be sent, and records the result. R87, R88, R314 */
async function deliver(
  claim: Claim,
  mailer: Mailer,
  services: Services,
  signal: AbortSignal | undefined,
): Promise<Delivery | undefined> {
  const { database, now, log } = services;
  const { _id: id, replyTo } = claim.line;
  let current = claim;
  const note = async (change: Change) => {
    const changed = await changeClaimed(database.collections, current, change);
    if (changed) current = changed;
    return changed !== null;
  };
  const unsendable = settleUnsendable(claim, now());
  if (unsendable) return void (await note(unsendable));
  try {
    const read = await readProps(claim.line, services);
    if (!read)
      return void (
        (await dropOrphan(claim.line, services)) || (await note(settleStale(claim.line)))
      );
    const to = await decideAddress(claim.line, services);
    if (!to) return void (await note(settleStale(claim.line)));
    const earlier = findWritten(claim.line, read);
    const shown = { name: to.name, address: sayAddress(to.address) };
    const written = earlier?.written ?? write({ ...claim.line, to: shown }, read.props, services);
    const childIds = earlier?.childIds ?? read.childIds;
    const { subject } = written.content;
    // An old email that an admin sends again is forgotten again.
    const forgetAt = findForgetting(claim.line.createdAt);
    const sentTo = to.address === claim.line.to.address ? undefined : to.address;
    const content = { written, childIds, subject, forgetAt, sentTo };
    if (read.notSent)
      return void (await note({ ...settleStale(claim.line, read.notSent), ...content }));
    if (!hasMailbox(to.address)) return void (await note({ ...makeCall(now()), ...content }));
    // From here on, nobody knows whether the email arrived until the mail server has answered.
    const nextAt = after(now(), LEASE_MS);
    if (!(await note({ state: 'sending', ...content, isUntaken: undefined, nextAt })))
      return undefined;
    const headers = makeHeaders(claim.line, services);
    const delivery = await mailer.send(
      {
        id,
        to,
        replyTo: replyTo ?? findReplyTo(claim.line, services),
        subject,
        headers,
        ...written,
      },
      signal,
    );
    // Nobody has these words: the next try writes it again, with the deadlines of then.
    const isUntaken = !earlier && ['unreachable', 'refused'].includes(delivery.result);
    await note({
      ...afterDelivery(delivery, current.line, now()),
      ...(isUntaken && { isUntaken }),
    });
    return delivery;
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    log.error({ err: error, mail: id }, 'an email could not be written');
    await note(settle('failed', String(error)));
    return undefined;
  }
}

/** The office calls the family. We look again whether that is still needed, and with what news. R555 */
function makeCall(at: Date): Change {
  return { state: 'to call', attempts: 0, nextAt: after(at, LOOK_AT_CALLS_MS) };
}

/** What an earlier try wrote, if it may have arrived, unless it tells where a child is and the reader may no longer know that. R206 */
function findWritten(
  { written, childIds = [], state, isUntaken }: OutboxDocument,
  read: ReadProps,
) {
  if (state === 'to call' || isUntaken) return undefined;
  const isStillTheirs = childIds.every((id) => read.childIds.some((childId) => childId.equals(id)));
  return written && isStillTheirs ? { written, childIds } : undefined;
}

/**
 * Deletes an email that another server put into the outbox while its recipient's account was being deleted: nothing
 * else would ever delete the address. R97
 * @returns whether it did
 */
async function dropOrphan({ userId }: OutboxDocument, services: Services): Promise<boolean> {
  if (!userId || (await findUserWithId(userId, services))) return false;
  await dropMailsTo({ _id: userId }, services);
  return true;
}

/** @returns how to settle a claimed line that may not be tried again; undefined if it may */
function settleUnsendable({ line, wasLeft }: Claim, at: Date): Change | undefined {
  const left = 'The server stopped while sending it.';
  // Duplicate reminders annoy; duplicate receipts don't.
  if (wasLeft && !line.isEssential) return settle('failed', `${left} It may have arrived.`);
  if (line.attempts > MAX_TRIES) return settle('failed', line.lastError ?? left);
  return line.notAfter <= at ? settleStale(line) : undefined;
}

function write(
  { cause: { kind }, to, userId }: OutboxDocument,
  props: object,
  services: Services,
): WrittenMail {
  const links = userId && makeOptOutLinks(userId, kind, services);
  return writeMail(kind, props as PropsOf<MailKind>, makeContext(to, services, links?.page));
}

/** A colleague's answer goes to the school, not into a conversation. */
function findReplyTo(line: OutboxDocument, services: Services) {
  return getMailModule(line.cause.kind).isForAdmins ? undefined : makeReplyTo(line, services);
}

/** For the mail program's own button that turns this kind of email off (RFC 8058). */
function makeHeaders(
  { cause, userId }: OutboxDocument,
  services: Services,
): Record<string, string> | undefined {
  const links = userId && makeOptOutLinks(userId, cause.kind, services);
  if (!links) return undefined;
  return {
    'List-Unsubscribe': `<${links.call}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

// Rules: R86.
function afterDelivery(delivery: Delivery, line: OutboxDocument, at: Date): Change {
  if (delivery.result === 'sent') return { ...settle('sent'), sentAt: at };
  const { result, reason } = delivery;
  const tryAgainAt = (nextAt: Date) => ({ state: 'queued' as const, nextAt, lastError: reason });
  // An outage uses up no tries, so nothing waits half a day after it.
  if (result === 'unreachable')
    return { ...tryAgainAt(after(at, MINUTE_MS)), attempts: line.attempts - 1 };
  if (result === 'unknown' && !line.isEssential)
    return settle('failed', `${reason}. It may have arrived.`);
  const wait = RETRY_AFTER_MS[line.attempts - 1];
  if (wait === undefined || (result === 'refused' && delivery.isForGood))
    return settle('failed', reason);
  return tryAgainAt(after(at, wait));
}

/** Ends the work on a line. */
function settle(state: 'sent' | 'failed' | 'stale', lastError?: string): Change {
  return { state, nextAt: undefined, lastError: lastError?.slice(0, MAX_ERROR_LENGTH) };
}

/** Settles an outdated email. One that was sent before and was to be sent again stays `sent`. */
function settleStale({ sentAt }: OutboxDocument, reason?: string): Change {
  if (!sentAt) return settle('stale', reason);
  return settle('sent', reason ?? 'It is out of date by now, so it was not sent again.');
}

function after(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds);
}
