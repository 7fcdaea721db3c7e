import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import type {
  AuditDocument,
  ClassDocument,
  EnrolledSeat,
} from '../../../../server/src/database/collections.ts';
import type { OutboxDocument } from '../../../../server/src/database/outbox-document.ts';
import type { Complaints } from '../attack.ts';
import type { School } from '../school.ts';
import { NEWCOMER } from './mail-day.ts';
import type { MailServer } from './mail-server.ts';

/** The sender's domain. */
export const DOMAIN = 'camp.test';

/** A seat that is enrolled about when an act happens may or may not belong to the act. On the school's clock. */
const ABOUT_MS = 60_000;

/** What the state of the school says about its emails. */
type Causes = {
  /** The recipients of all emails that may be there, by the ids of their lines. */
  allowed: Map<string, string>;
  /** Of each of these lists, one must be there. */
  required: string[][];
};

async function findCauses({ collections }: School): Promise<Causes> {
  const { users, payments, classes, auditLog, contactMessages } = collections;
  const causes: Causes = { allowed: new Map(), required: [] };
  const add = (id: string, to: string, isRequired = true) => {
    causes.allowed.set(id, to);
    if (isRequired) causes.required.push([id]);
  };
  const everybody = await users.find({}).toArray();
  for (const { _id, email } of everybody)
    if (email.startsWith(NEWCOMER)) add(`welcome-${_id}`, email);
  for (const { _id, email } of await payments.find({ status: 'enrolled' }).toArray())
    add(`paid-${_id}`, email);
  const admins = everybody.filter(({ role }) => role === 'admin');
  for (const { _id } of await contactMessages.find({}).toArray())
    for (const admin of admins) add(`contact-${_id}-${admin._id}`, admin.email);
  const acts = await auditLog.find({}).sort({ at: 1 }).toArray();
  for (const { _id, action, target } of acts) {
    if (action === 'make instructor') add(`role-${_id}`, target);
    if (action === 'remove user') add(`removed-${_id}`, target);
  }
  for (const campClass of await classes.find({}).toArray()) {
    const ofClass = acts.filter(({ classId }) => classId?.equals(campClass._id));
    for (const seat of campClass.seats)
      if (seat.state === 'enrolled') {
        const userId = everybody.find(({ email }) => email === seat.email)?._id;
        addCausesOfSeat({ ...seat, userId: String(userId) }, campClass, ofClass, causes);
      }
  }
  return causes;
}

/** @param acts all acts about the class, oldest first */
function addCausesOfSeat(
  { cartId, email, enrolledAt, userId }: EnrolledSeat & { userId: string },
  { status }: ClassDocument,
  acts: AuditDocument[],
  { allowed, required }: Causes,
): void {
  const changes = acts.filter(({ action }) => action === 'update course');
  for (const act of acts) {
    const isEarlier = enrolledAt.getTime() < act.at.getTime() - ABOUT_MS;
    const id =
      act.action === 'message to class'
        ? `message-${act._id}-${userId}`
        : act.action === 'remove course'
          ? `canceled-${cartId}`
          : changes.includes(act) && `changed-${act._id}-${cartId}`;
    if (!id) continue;
    allowed.set(id, email);
    if (act.action !== 'update course') {
      if (isEarlier) required.push([id]);
      continue;
    }
    // Several changes make one email, which is named after the last one. A class that is removed says only that.
    const later = changes.slice(changes.indexOf(act));
    if (isEarlier && status === 'open' && act.before?.assign_room !== act.after?.assign_room)
      required.push(later.map(({ _id }) => `changed-${_id}-${cartId}`));
  }
}

/**
 * What must hold however the mail server and our servers failed: every cause has its line and nothing else has one;
 * each email went to the right person only; every essential email arrived, unless the mail server refused it for good
 * or six tries failed; no other email arrived twice; and all copies of an email say the same.
 * @param isCalm nobody crashed, and the mail server always answered: then nothing arrived twice, and nothing stale ever
 * @returns how many emails ended in each state
 */
export async function checkMails(
  school: School,
  mailServer: MailServer,
  complaints: Complaints,
  isCalm: boolean,
): Promise<Record<OutboxDocument['state'], number> & { repeated: number }> {
  const { check } = complaints;
  const { allowed, required } = await findCauses(school);
  const lines = await school.collections.outbox.find({}).toArray();
  const counts = { queued: 0, sending: 0, sent: 0, failed: 0, stale: 0, repeated: 0 };
  const known = new Map(lines.map((line) => [makeMessageId(line._id), line]));
  for (const { messageId, to } of mailServer.taken) {
    const line = known.get(messageId);
    check(Boolean(line), `${messageId} was sent, but is not in the outbox`);
    check(to.join() === line?.to.address, `${line?._id} was sent to ${to.join()}`);
  }
  const ids = new Set(lines.map(({ _id }) => _id));
  for (const choice of required)
    check(
      choice.some((id) => ids.has(id)),
      `${choice[0]}: has a cause, but is not in the outbox`,
    );
  for (const line of lines) {
    const { _id, to, state } = line;
    counts[state] += 1;
    check(
      allowed.get(_id) === to.address || isOfGoneSeat(line),
      `${_id} to ${to.address}: nothing is the cause of it`,
    );
    const copies = mailServer.taken.filter(({ messageId }) => messageId === makeMessageId(_id));
    if (copies.length > 1) counts.repeated += 1;
    checkLine(line, copies.length, isCalm, complaints);
    const contents = await Promise.all(copies.map(({ raw }) => readContent(raw)));
    check(new Set(contents).size <= 1, `${_id}: its copies differ`);
  }
  return counts;
}

function checkLine(
  { _id, isEssential, state, attempts, lastError = '' }: OutboxDocument,
  taken: number,
  isCalm: boolean,
  { check }: Complaints,
): void {
  const most = isEssential && !isCalm ? Infinity : 1;
  check(
    taken <= most,
    `${_id}: ${isEssential ? 'essential' : 'not essential'}, taken ${taken} times`,
  );
  check(state !== 'sent' || taken > 0, `${_id}: sent, but the mail server did not take it`);
  check(state !== 'stale' || taken === 0 || !isCalm, `${_id}: stale, but was sent`);
  const isRefused = /^5/.test(lastError) || attempts >= 6;
  check(
    state !== 'failed' || isRefused || !(isEssential || isCalm),
    `${_id}: failed after ${attempts} tries: ${lastError}`,
  );
}

/** A seat that was held has left no trace once it is free again. */
function isOfGoneSeat({ cause }: OutboxDocument): boolean {
  return cause.kind === 'seat held';
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
