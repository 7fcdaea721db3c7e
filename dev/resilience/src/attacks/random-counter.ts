import { randomUUID } from 'node:crypto';
import { BOUNCING_METHODS, OFFICE_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { makeUid } from '../../../../server/src/testing/documents.ts';
import { createAtProvider, signInAtProvider } from '../../../../server/src/testing/provider.ts';
import { isOfOffice } from '../cash-box.ts';
import { sum } from '../check-payment.ts';
import type { Answer, Person } from '../people.ts';
import { createRandom, SEED } from '../random.ts';
import { endHeldTime } from '../seat-changes.ts';
import { pause, waitUntil } from '../waiting.ts';
import { bounceAfterRefund } from './random-bounces.ts';
import { enterTwice, openOnPaper } from './random-paper.ts';
import { type Client, nameMoney, press, readPage, reserve, type Work } from './random-press.ts';
import { changeReserved, payByLink } from './random-reservations.ts';
import { checkTold, dayAhead, type Family, type Run } from './random-run.ts';
import { bookTransfer } from './random-transfers.ts';

/** What the office does at its counter and on the phone, where money changes hands without Stripe. */

/**
 * How many admins serve families at once. Only the first one gives money back, so that what the list says is still so; the
 * second one only hears what has bounced.
 */
const CLERKS = 8;
/** How many families are never merged. */
const LEFT = 20;
/** For how many families seats stay reserved at the end. */
const STAY_RESERVED = 4;

/**
 * @returns `serve`, what the clerks do, one thing after the other, until it is over; and for the end `giveTheRest`, what a
 *   clerk gave back without hearing that it is in the books, and `serveCalmly`
 */
export async function openCounter(run: Run, families: Family[]) {
  const { users } = run.school.collections;
  const accounts = await users.find({}).toArray();
  const clients: Client[] = families.map((family) => {
    const account = accounts.find(({ email }) => email === family.parent.email);
    return { id: account!._id.toHexString(), family };
  });
  const clerks = await run.school.addPeople(CLERKS, 'admin');
  const often = [reserveAndTake, reserveAndTake, reserveAndTake];
  const news = [
    changeReserved,
    payByLink,
    payByLink,
    bookTransfer,
    bookTransfer,
    bounceAfterRefund,
  ];
  const acts = [take, ...often, merge, enterTwice, openOnPaper, endReserved, refundCredit, ...news];
  const own: Act[] = [giveBack, sayBounced];
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
  /** Nothing else goes on, and every answer comes: each kind of act once more. Some seats stay reserved. */
  const serveCalmly = async () => {
    const work = { ...workOf(0), random: createRandom(SEED - 19) };
    for (const act of [...acts, ...own, ...often, ...news]) await act(work);
    for (let count = 0; count < STAY_RESERVED; count += 1) {
      const client = work.random.pick(clients);
      // Of one family, so that what the one costs may depend on the other.
      await reserve(work, client, false);
      await reserve(work, client, false);
    }
  };
  return { serve, giveTheRest, serveCalmly };
}
type Act = (work: Work) => Promise<void>;

/** The office asks, and the owner signs in again and agrees. @param ids of the account that goes, and the one that stays */
async function agreeToMerge(
  { school }: Run,
  clerk: Person,
  owner: Person | undefined,
  { id, into, join }: { id: string; into: string; join: string[] },
): Promise<Answer> {
  const input = { params: { id }, body: { into, note: 'Same mother.', join } };
  const asked = await clerk.call('POST /families/:id/merge', input);
  if (asked.status !== 200 || asked.body.isMerged || !owner) return asked;
  const question = await owner.call('GET /myMerge');
  if (question.status !== 200) return question;
  const providerUrl = `http://127.0.0.1:${school.services.port}`;
  await createAtProvider(providerUrl, { email: owner.email, localId: makeUid(owner.email) });
  const idToken = await signInAtProvider(providerUrl, owner.email);
  return owner.call('POST /myMerge', { body: { id: question.body?._id ?? id, idToken } });
}

/** The children of both families whose two records can become one. */
async function findTwice(clerk: Person, { id, into }: { id: string; into: string }) {
  const preview = await clerk.call('GET /families/:id/merge', { params: { id }, query: { into } });
  const twice = preview.status === 200 ? preview.body.twice : [];
  return twice.flatMap(({ childId, obstacle }) => (obstacle === null ? [childId] : []));
}

/**
 * Two families turn out to be one, and some of their children, too. A parent who is just doing something goes on with the
 * other account.
 */
async function merge(work: Work): Promise<void> {
  const { run, clerk, clients, random } = work;
  const [from, into] = [random.pick(clients), random.pick(clients)];
  if (from === into || clients.length < LEFT || random.chance(0.5)) return;
  if (random.chance(0.5)) await enterTwice(work, from, into);
  const two = { id: from.id, into: into.id };
  const join = await findTwice(clerk, two);
  const askAndAgree = () => agreeToMerge(run, clerk, from.family.parent, { ...two, join });
  if (!(await press(work, askAndAgree))) return;
  if (clients.includes(from)) clients.splice(clients.indexOf(from), 1);
  const stay = from.family.participants.filter((one) => one !== undefined && !join.includes(one));
  into.family.participants.push(...stay);
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
  const page = await readPage(work, id);
  if (!page) return;
  const { held, enrolled } = page;
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
    await press(work, send, nameMoney(requestId), amount);
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
  await press(work, send, `bounced:${paymentId}`, amount);
}

/** What waits in the list of refunds because it did not come by card: one of it, or all of which something is true. */
async function giveBack(work: Work, which?: (refund: { _id: string }) => boolean): Promise<void> {
  const { clerk, random } = work;
  const listed = await clerk.call('GET /openRefunds');
  const waiting = listed.status === 200 ? listed.body.filter(isOfOffice) : [];
  if (waiting.length === 0 && !which) await decideRefund(work);
  if (waiting.length === 0) return;
  for (const { _id: refundId, amount } of which ? waiting.filter(which) : [random.pick(waiting)]) {
    const body = { cartId: null, paidOtherwise: amount, note: 'Given back.' };
    const send = () =>
      clerk.call('POST /openRefunds/:refundId/answer', { params: { refundId }, body });
    await press(work, send, refundId, amount);
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
