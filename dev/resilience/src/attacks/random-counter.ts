import { randomUUID } from 'node:crypto';
import { BOUNCING_METHODS, OFFICE_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { makeUid } from '../../../../server/src/testing/documents.ts';
import { createAtProvider, signInAtProvider } from '../../../../server/src/testing/provider.ts';
import { isOfOffice } from '../cash-box.ts';
import { sum } from '../check-payment.ts';
import type { Answer, Person } from '../people.ts';
import { createRandom, type Random, SEED } from '../random.ts';
import { endHeldTime } from '../seat-changes.ts';
import { pause, waitUntil } from '../waiting.ts';
import { checkTold, dayAhead, type Family, listOpen, PRICES, type Run } from './random-run.ts';

/** What the office does at its counter and on the phone, where money changes hands without Stripe. */

/**
 * How many admins serve families at once. Only the first one gives money back, so that what the list says is still so; the
 * second one only hears what has bounced.
 */
const CLERKS = 8;
/** How many families are never merged. */
const LEFT = 20;
/**
 * @returns `serve`, what the clerks do, one thing after the other, until it is over; and `giveTheRest`, for the end: what a
 *   clerk gave back without hearing that it is in the books
 */
export async function openCounter(run: Run, families: Family[]) {
  const { users } = run.school.collections;
  const accounts = await users.find({}).toArray();
  const clients = families.map((family) => {
    const account = accounts.find(({ email }) => email === family.parent.email);
    return { id: account!._id.toHexString(), family };
  });
  const clerks = await run.school.addPeople(CLERKS, 'admin');
  const often = [reserveAndTake, reserveAndTake, reserveAndTake];
  const acts = [take, ...often, merge, endReserved, refundCredit];
  const own: ((work: Work) => Promise<void>)[] = [giveBack, sayBounced];
  const workOf = (index: number): Work => {
    const random = createRandom(SEED - 20 - index);
    return { run, clerk: clerks[index]!, random, clients };
  };
  const serve = (isOver: () => boolean) =>
    clerks.map(async (_clerk, index) => {
      const work = workOf(index);
      while (!isOver()) {
        await (own[index] ?? work.random.pick(acts))(work);
        await pause(work.random.next() * 100);
      }
    });
  const isUnsure = ({ _id }: { _id: string }) => run.school.cashBox.get(_id)?.isSure === false;
  const giveTheRest = () => giveBack(workOf(0), isUnsure);
  return { serve, giveTheRest };
}

/** How often somebody presses a button until an answer comes. */
const MAX_TRIES = 20;
/** If this is the answer to a bounce, a job finishes it. */
const UNCLEAR = ['seat_moving', 'seat_changing'];

type Client = { id: string; family: Family };
/** A clerk at work. Families that became one with another one are no clients anymore. */
type Work = {
  run: Run;
  clerk: Person;
  random: Random;
  clients: Client[];
};

/**
 * Presses a button until an answer comes, sometimes twice at once.
 * @param id of what the cash box remembers from the first press on, unless it is refused. Who heard no answer may come back
 * @returns whether it is surely done
 */
async function press(
  { run, random }: Work,
  send: () => Promise<Answer>,
  id: string = randomUUID(),
  amount = 0,
): Promise<boolean> {
  const { cashBox } = run.school;
  const before = cashBox.get(id);
  if (before?.isSure) return false;
  const mine = { amount, isSure: false };
  cashBox.set(id, mine);
  let isLost = before !== undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answers = await Promise.all([send(), ...(random.chance(0.3) ? [send()] : [])]);
    const codes = answers.map((answer) => {
      const { code = 'done' } = checkTold(run, answer).body as { code?: string };
      return [0, 503].includes(answer.status) || UNCLEAR.includes(code) ? 'lost' : code;
    });
    // Money that came too late is recorded, too.
    const isDone = codes.some((code) => code === 'done' || code === 'payment_refunded');
    if (isDone && amount > 0) cashBox.set(id, { amount, isSure: true });
    if (isDone) return true;
    if (!codes.includes('lost')) break;
    isLost = true;
    await pause(200);
  }
  // Another clerk may have pressed the same button and gotten no answer: what that clerk remembers stays.
  if (!isLost && cashBox.get(id) === mine) cashBox.delete(id);
  return false;
}

async function reserve(work: Work, client = work.random.pick(work.clients)): Promise<void> {
  const { run, clerk, random } = work;
  const { id, family } = client;
  const agreed = random.chance(0.3) && { price: random.pick(PRICES), note: 'As agreed.' };
  const childId = random.pick(family.participants) ?? null;
  const { id: classId } = random.pick(listOpen(run));
  const body = { classId, childId, until: dayAhead(run.school, 2), ...agreed };
  const send = () => clerk.call('POST /families/:id/seats', { params: { id }, body });
  if (await press(work, send)) run.counts.reserved += 1;
}

/** The office asks, and the owner signs in again and agrees. @param ids of the account that goes, and the one that stays */
async function agreeToMerge(
  { school }: Run,
  clerk: Person,
  owner: Person,
  { id, into }: { id: string; into: string },
): Promise<Answer> {
  const input = { params: { id }, body: { into, note: 'Same mother.' } };
  const asked = await clerk.call('POST /families/:id/merge', input);
  if (asked.status !== 200) return asked;
  const question = await owner.call('GET /myMerge');
  if (question.status !== 200) return question;
  const providerUrl = `http://127.0.0.1:${school.services.port}`;
  await createAtProvider(providerUrl, { email: owner.email, localId: makeUid(owner.email) });
  const idToken = await signInAtProvider(providerUrl, owner.email);
  return owner.call('POST /myMerge', { body: { id: question.body?._id ?? id, idToken } });
}

/** Two families turn out to be one. A parent who is just doing something goes on with the other account. */
async function merge(work: Work): Promise<void> {
  const { run, clerk, clients, random } = work;
  const [from, into] = [random.pick(clients), random.pick(clients)];
  if (from === into || clients.length < LEFT || random.chance(0.5)) return;
  const ids = { id: from.id, into: into.id };
  const askAndAgree = () => agreeToMerge(run, clerk, from.family.parent, ids);
  if (!(await press(work, askAndAgree))) return;
  run.counts.merged += 1;
  if (clients.includes(from)) clients.splice(clients.indexOf(from), 1);
  into.family.participants.push(...from.family.participants.filter((one) => one !== undefined));
  Object.assign(from.family, into.family);
}

async function reserveAndTake(work: Work): Promise<void> {
  const client = work.random.pick(work.clients);
  await reserve(work, client);
  while (work.random.chance(0.6)) await take(work, client.id);
}

/** The last day of some reserved seats is over. */
const endReserved = ({ run }: Work) => endHeldTime(run.school, { reserved: { $exists: true } });

/**
 * Money for one or several held seats, or a deposit; or some of what is owed for others. Sometimes the same money is recorded
 * a second time just now.
 */
async function take(work: Work, id = work.random.pick(work.clients).id): Promise<void> {
  const { run, clerk, random } = work;
  const page = await clerk.call('GET /families/:id', { params: { id } });
  if (page.status !== 200) return;
  const { held, enrolled } = page.body;
  const owing = enrolled
    .map(({ person: { cartId, owed } }) => ({ cartId, cost: sum(owed) }))
    .filter(({ cost }) => cost > 0);
  const isRest = owing.length > 0 && random.chance(0.5);
  const seats = (
    isRest ? owing : held.map(({ person }) => person).filter(({ cost }) => cost > 0)
  ).slice(0, 1 + Math.floor(random.next() * 3));
  if (seats.length === 0) return;
  const all = seats.reduce((total, { cost }) => total + cost, 0);
  const isPart = random.chance(0.5);
  const amount = isPart ? Math.ceil(all * (0.2 + 0.6 * random.next())) : all;
  const parts = [{ due: dayAhead(run.school, 2), amount: 100 }, { due: dayAhead(run.school, 3) }];
  const plan = isPart && !isRest && { plan: random.chance(0.5) ? parts : parts.slice(1) };
  const record = async () => {
    const requestId = randomUUID();
    const body = {
      ...{ requestId, cartIds: seats.map(({ cartId }) => cartId), amount, ...plan },
      ...{ method: random.pick(OFFICE_METHODS), day: dayAhead(run.school, -2), reference: '17' },
    };
    const send = () => clerk.call('POST /families/:id/payments', { params: { id }, body });
    if (await press(work, send, `office_${requestId.replaceAll('-', '_')}`, amount))
      run.counts.taken += 1;
  };
  await Promise.all([record(), random.chance(0.1) && record()]);
}

/** Its seats are reserved again or end. */
async function sayBounced(work: Work): Promise<void> {
  const { run, clerk, random } = work;
  const listed = await clerk.call('GET /payments', { query: { state: 'enrolled' } });
  const may = (listed.status === 200 ? listed.body : []).filter(({ method }) =>
    BOUNCING_METHODS.includes(method),
  );
  if (may.length === 0) return;
  const { _id: paymentId, amount } = random.pick(may);
  const until = random.chance(0.6) ? dayAhead(run.school, 2) : null;
  const body = { day: dayAhead(run.school, -1), note: 'No funds.', until };
  const send = () =>
    clerk.call('POST /payments/:paymentId/bounce', { params: { paymentId }, body });
  if (await press(work, send, `bounced:${paymentId}`, amount)) run.counts.bounced += 1;
}

/** What waits in the list of refunds because it did not come by card: one of it, or all of which something is true. */
async function giveBack(work: Work, which?: (refund: { _id: string }) => boolean): Promise<void> {
  const { run, clerk, random } = work;
  const listed = await clerk.call('GET /openRefunds');
  const waiting = listed.status === 200 ? listed.body.filter(isOfOffice) : [];
  if (waiting.length === 0 && !which) await decideRefund(work);
  if (waiting.length === 0) return;
  for (const { _id: refundId, amount } of which ? waiting.filter(which) : [random.pick(waiting)]) {
    const body = { cartId: null, paidOtherwise: amount, note: 'Given back.' };
    const send = () =>
      clerk.call('POST /openRefunds/:refundId/answer', { params: { refundId }, body });
    if (await press(work, send, refundId, amount)) run.counts.given += 1;
  }
}

/** A family asks for a part of what it brought to the office. */
async function decideRefund({ run, clerk, random }: Work): Promise<void> {
  const listed = await clerk.call('GET /payments', { query: { state: 'enrolled' } });
  const paid = (listed.status === 200 ? listed.body : []).filter(isOfOffice);
  if (paid.length === 0) return;
  const { _id: paymentId, items, kept } = random.pick(paid);
  const [{ cartId, amount } = { cartId: '', amount: 0 }] = items;
  const part = Math.max(1, Math.round(random.next() * Math.min(amount, kept)));
  const body = { paymentId, cartId, amount: part, keepsSeat: true, note: 'They asked for it.' };
  checkTold(run, await clerk.call('POST /refunds', { body }));
}

/** What a family has as credit goes back, also after the last day on which the family itself could turn it back. */
async function refundCredit(work: Work): Promise<void> {
  const { clerk, clients, random } = work;
  const params = { id: random.pick(clients).id };
  const { status, body } = await clerk.call('GET /families/:id/credit', { params });
  const amount = status === 200 ? body.lines.reduce((total, { left }) => total + left, 0) : 0;
  if (amount === 0 || random.chance(0.5)) return;
  const wish = { params, body: { amount, note: 'They move away.' } };
  await press(work, () => clerk.call('POST /families/:id/credit/refund', wish));
}

/** Nothing is left with accounts that went to another one, but for who decided what. */
export async function checkNothingIsLeft({ school, complaints }: Run): Promise<void> {
  const { users, children, classes, payments, seatChanges } = school.collections;
  await waitUntil(async () => !(await users.findOne({ status: 'deleting' })), 60_000);
  const tell = (one: object) =>
    JSON.stringify(one, (key, value: unknown) => (key === 'by' ? undefined : value));
  // Whom an admin has removed keeps what was paid for.
  const gone = (await users.find({ status: { $ne: 'active' } }).toArray()).filter(
    ({ status }) => status !== 'removed',
  );
  for (const collection of [children, classes, payments, seatChanges])
    for (const one of await collection.find({}).project({ events: 0 }).toArray())
      complaints.check(
        !gone.some(({ _id }) => tell(one).includes(_id.toHexString())),
        `${collection.collectionName} ${String(one._id)} belongs to a family that went to another account`,
      );
}
