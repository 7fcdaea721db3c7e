import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { OutboxDocument } from '../../../../server/src/database/outbox-document.ts';
import type { Complaints } from '../attack.ts';
import type { School } from '../school.ts';
import type { MailServer } from './mail-server.ts';

/** The sender's domain. */
export const DOMAIN = 'camp.test';

/** A seat that is enrolled about when a message is written may or may not get it. On the school's clock. */
const ABOUT_MS = 60_000;

/** What the state of the school says about its emails: of each line that may be there, to whom, and whether it must be. */
async function findCauses({ collections }: School) {
  const { users, payments, classes, events, contactMessages } = collections;
  const causes = new Map<string, { to: string; isRequired: boolean }>();
  const add = (id: string, to: string, isRequired = true) => causes.set(id, { to, isRequired });
  const everybody = await users.find({}).toArray();
  for (const { _id, email } of await payments.find({ status: 'enrolled' }).toArray())
    add(`paid-${_id}`, email);
  for (const { _id } of await contactMessages.find({}).toArray())
    for (const admin of everybody.filter(({ role }) => role === 'admin'))
      add(`contact-${_id}-${admin._id}`, admin.email);
  const written = await events.find({ type: 'message to class' }).toArray();
  for (const { _id: classId, seats } of await classes.find({}).toArray())
    for (const seat of seats)
      for (const { _id, at, data } of written) {
        const values = 'after' in data ? (data.after as { classId: unknown[] }) : undefined;
        if (seat.state !== 'enrolled' || !values?.classId.some((id) => classId.equals(String(id))))
          continue;
        const email = everybody.find((one) => one._id.equals(seat.userId))?.email ?? '';
        const id = `message-${_id}-${seat.userId}`;
        add(id, email, seat.enrolledAt.getTime() < at.getTime() - ABOUT_MS);
      }
  return causes;
}

/**
 * What must hold however the mail server and our servers failed: every cause has its line and nothing else has one;
 * each email went to the right person only; every essential email arrived, unless the mail server refused it for good
 * or six tries failed; no other email arrived twice; and all copies of an email say the same.
 * @returns how many emails ended in each state
 */
export async function checkMails(
  school: School,
  mailServer: MailServer,
  complaints: Complaints,
): Promise<Record<OutboxDocument['state'], number> & { repeated: number }> {
  const { check } = complaints;
  const causes = await findCauses(school);
  const lines = await school.collections.outbox.find({}).toArray();
  const counts = {
    queued: 0,
    sending: 0,
    sent: 0,
    failed: 0,
    stale: 0,
    'to call': 0,
    called: 0,
    repeated: 0,
  };
  const known = new Map(lines.map((line) => [makeMessageId(line._id), line]));
  for (const { messageId, to } of mailServer.taken) {
    const line = known.get(messageId);
    check(Boolean(line), `${messageId} was sent, but is not in the outbox`);
    check(to.join() === line?.to.address, `${line?._id} was sent to ${to.join()}`);
  }
  const ids = new Set(lines.map(({ _id }) => _id));
  for (const [id, { isRequired }] of causes)
    check(!isRequired || ids.has(id), `${id}: has a cause, but is not in the outbox`);
  for (const line of lines) {
    const { _id, to, state } = line;
    counts[state] += 1;
    check(
      causes.get(_id)?.to === to.address,
      `${_id} to ${to.address}: nothing is the cause of it`,
    );
    const copies = mailServer.taken.filter(({ messageId }) => messageId === makeMessageId(_id));
    if (copies.length > 1) counts.repeated += 1;
    checkLine(line, copies.length, complaints);
    const contents = await Promise.all(copies.map(({ raw }) => readContent(raw)));
    check(new Set(contents).size <= 1, `${_id}: its copies differ`);
  }
  return counts;
}

function checkLine(
  { _id, isEssential, state, attempts, lastError = '' }: OutboxDocument,
  taken: number,
  { check }: Complaints,
): void {
  check(isEssential || taken <= 1, `${_id}: not essential, taken ${taken} times`);
  check(state !== 'sent' || taken > 0, `${_id}: sent, but the mail server did not take it`);
  check(
    state !== 'failed' || !isEssential || /^5/.test(lastError) || attempts >= 6,
    `${_id}: failed after ${attempts} tries: ${lastError}`,
  );
}

function makeMessageId(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${DOMAIN}`;
}

/** What a reader sees of an email. */
async function readContent(raw: Buffer): Promise<string> {
  const { from, to, subject, text, html, attachments } = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
  });
  return JSON.stringify({ from, to, subject, text, html, attachments });
}
