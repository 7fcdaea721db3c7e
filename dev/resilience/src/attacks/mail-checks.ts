import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { ClassDocument, EnrolledSeat } from '../../../../server/src/database/collections.ts';
import type { SchoolEvent } from '../../../../server/src/database/event-document.ts';
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
  const { users, payments, classes, events, contactMessages } = collections;
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
  const happened = await events.find({}).sort({ at: 1 }).toArray();
  for (const { _id, type, data } of happened) {
    if (type === 'make instructor') add(`role-${_id}`, data.target);
    if (type === 'remove user') add(`removed-${_id}`, data.target);
  }
  for (const campClass of await classes.find({}).toArray()) {
    const ofClass = happened.filter((event) => isAbout(event, campClass));
    for (const seat of campClass.seats)
      if (seat.state === 'enrolled') {
        const email = everybody.find(({ _id }) => _id.equals(seat.userId))?.email ?? '';
        addCausesOfSeat({ ...seat, email }, campClass, ofClass, causes);
      }
  }
  return causes;
}

function isAbout({ data }: SchoolEvent, { _id }: ClassDocument): boolean {
  const values = 'after' in data ? data.after : null;
  const ids = 'classId' in data ? [data.classId] : values?.['classId'];
  return Array.isArray(ids) && ids.some((id) => _id.equals(id as string));
}

/** @param happened all events about the class, oldest first */
function addCausesOfSeat(
  { seatId: cartId, email, enrolledAt, userId }: EnrolledSeat & { email: string },
  { status }: ClassDocument,
  happened: SchoolEvent[],
  { allowed, required }: Causes,
): void {
  const changes = happened.filter(({ type }) => type === 'update course');
  for (const event of happened) {
    const isEarlier = enrolledAt.getTime() < event.at.getTime() - ABOUT_MS;
    const id =
      event.type === 'message to class'
        ? `message-${event._id}-${userId.toHexString()}`
        : event.type === 'remove course'
          ? `canceled-${cartId}`
          : changes.includes(event) && `changed-${event._id}-${cartId}`;
    if (!id) continue;
    allowed.set(id, email);
    if (event.type !== 'update course') {
      if (isEarlier) required.push([id]);
      continue;
    }
    // Several changes make one email, which is named after the last one. A class that is removed says only that.
    const later = changes.slice(changes.indexOf(event));
    const { before, after } = event.data;
    if (isEarlier && status === 'open' && before?.assign_room !== after?.assign_room)
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
