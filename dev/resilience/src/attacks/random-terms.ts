import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { LineTerms } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../../../../server/src/database/collections.ts';
import { sum } from '../check-payment.ts';
import { joinClass, readCart, recordPayment, startPayment } from '../journeys.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';
import { chooseExtras } from './random-prices.ts';
import { addRandomClass, checkTold, dayAhead, type Run } from './random-run.ts';

/**
 * Families with every kind of discount, who look for what a move makes of it: up, down and to the class beside. What a
 * seat may cost there is computed here once more, from its lines alone. All amounts are in cents, except prices of classes.
 */

type Places = Record<'trial' | 'middle' | 'beside' | 'dear', Run['classes'][number]>;
type Move = { run: Run; parent: Person; cartId: string };
type Quote = Output<Contract['GET /moveQuotes/:cartId']>[number];

/** What is less than this is not charged. */
const WAIVED = 50;
/** Each payment of a seat is rounded to the parent's good. */
const ROUNDED = 2;

/** Classes that nobody else looks at, and discounts for some of them that nobody changes. */
export async function addClassesOfTerms(run: Run): Promise<Places> {
  const add = async (price: number) => {
    const campClass = await addRandomClass(run, 30, price);
    campClass.isOpen = false;
    return campClass;
  };
  const places = {
    ...{ trial: await add(20), middle: await add(60) },
    ...{ beside: await add(60), dear: await add(120) },
  };
  const [trial, middle, dear] = [places.trial.id, places.middle.id, places.dear.id];
  const all = Object.values(places).map(({ id }) => id);
  const none = { percent: null, amount: null, from: null, until: null, stacks: true };
  const code = (text: string, minimum: number | null = null) => ({
    code: { text, from: null, maxUses: null, maxPerFamily: null, minimum },
  });
  const made = [
    { ...none, kind: 'code', percent: 90, classIds: [trial], ...code('TRIAL') },
    { ...none, kind: 'code', amount: 5_000, classIds: all, ...code('LEAST', 10_000) },
    { ...none, kind: 'early', percent: 50, classIds: [middle], until: dayAhead(run.school, 2) },
    { ...none, kind: 'early', amount: 3_000, classIds: [dear], firstSeats: 10 },
    { ...none, kind: 'sibling', percent: 75, classIds: all, from: 2, isTakenBack: true },
    { ...none, kind: 'weeks', amount: 4_500, classIds: all, from: 2, isTakenBack: true },
  ] as const;
  run.terms = made.map((one) => ({
    ...{ ...one, id: new ObjectId().toHexString(), label: `${one.kind} that stays` },
    classIds: [...one.classIds],
  }));
  return places;
}

/** One family after the other books, moves a seat and cancels it, until it is over. */
export async function moveWithTerms(
  run: Run,
  places: Places,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pause(random.next() * 300);
    const parent = await book(run, places, random);
    if (!parent) continue;
    const listed = await parent.call('GET /myEnrolledClass', { query: { email: parent.email } });
    const own = listed.status === 200 ? listed.body : [];
    if (own.length === 0) continue;
    for (const { cartId } of own) await checkOthersCost({ run, parent, cartId });
    const { cartId } = random.pick(own);
    const move = { run, parent, cartId };
    for (let moves = 0; moves < 2; moves += 1)
      if (!(await moveOnce(move, random.pick(Object.values(places)), random))) break;
    if (random.chance(0.5)) await cancelAll(run, parent);
  }
}

/** Up to three seats of two children, with a code, extras or aid, and all in one payment. */
async function book(run: Run, places: Places, random: Random): Promise<Person | undefined> {
  const [parent] = (await run.school.addPeople(1)) as [Person];
  const children = [await run.school.addChild([parent]), await run.school.addChild([parent])];
  if (random.chance(0.3)) await askForAid(run, parent, random.pick([undefined, ...children]));
  const { trial, middle, beside, dear } = places;
  for (let count = 0; count < 3; count += 1) {
    const campClass = random.pick([trial, middle, beside, dear, dear]);
    await joinClass(parent, campClass, random.pick(children));
  }
  if (random.chance(0.6))
    await parent.call('POST /cartCode', { body: { code: random.pick(['TRIAL', 'LEAST']) } });
  const held = await readCart(parent);
  if (held.status !== 200 || held.body.length === 0) return undefined;
  if (random.chance(0.4)) await chooseExtras(run, parent, random.pick(held.body)._id, random);
  const cart = await readCart(parent);
  const lines = cart.status === 200 ? cart.body : [];
  const price = lines.reduce((all, one) => all + Math.round(one.price * 100), 0);
  const isPaid = await pay(
    run,
    parent,
    lines.map(({ _id }) => _id),
    price,
  );
  return isPaid ? parent : undefined;
}

/** Answered before the family books, if somebody answers in time. */
async function askForAid(run: Run, parent: Person, childId: string | undefined): Promise<void> {
  const body = { words: 'It is a hard year.', ...(childId && { childId }) };
  checkTold(run, await parent.call('POST /myAid', { body }));
  await pause(1_500);
}

async function pay(run: Run, parent: Person, carts: string[], price: number): Promise<boolean> {
  const opened = await startPayment(parent, carts, price / 100);
  if (checkTold(run, opened).status !== 200) return false;
  const { clientSecret } = opened.body;
  if ((await payByCard(run.school, clientSecret)) !== 'succeeded') return false;
  return checkTold(run, await recordPayment(parent, clientSecret)).status === 200;
}

/** @returns the seat with the full price of its class; undefined unless it is enrolled */
async function readSeat({ run, cartId }: Move) {
  const seatId = new ObjectId(cartId);
  const found = await run.school.collections.classes.find({ 'seats.seatId': seatId }).toArray();
  const [campClass] = found;
  const seat = campClass?.seats.find((one) => one.seatId.equals(seatId));
  return campClass && seat?.state === 'enrolled' && found.length === 1
    ? { classId: campClass._id.toHexString(), seat }
    : undefined;
}

const isOfOthers = ({ kind }: { kind: string }) => kind === 'sibling' || kind === 'weeks';

/** What a seat costs without its extras. */
function costOf({ price, lines = [] }: EnrolledSeat): number {
  return Math.round(price * 100) - sum(lines.filter(({ kind }) => kind === 'extra'));
}

/**
 * What the other seats of a family cost, the dearest first: as they are asked in one payment, before what they get themselves
 * because of others.
 */
async function listOthers({ run }: Move, { userId, seatId }: EnrolledSeat): Promise<number[]> {
  const classes = await run.school.collections.classes.find({ 'seats.userId': userId }).toArray();
  return classes
    .flatMap(({ seats }) => seats)
    .filter((one): one is EnrolledSeat => one.state === 'enrolled' && one.userId.equals(userId))
    .filter((one) => !one.seatId.equals(seatId))
    .map((one) => costOf(one) - sum((one.lines ?? []).filter(isOfOthers)))
    .sort((a, b) => b - a);
}

/** What a family gets because of its other seats is no more than one of them costs. */
async function checkOthersCost(move: Move): Promise<void> {
  const found = await readSeat(move);
  if (!found || !(await isUndisturbed(move))) return;
  const [dearest = 0] = await listOthers(move, found.seat);
  for (const line of (found.seat.lines ?? []).filter(isOfOthers))
    move.run.complaints.check(
      -line.amount <= dearest,
      `${move.cartId}: a line takes off more than the other seats cost, ${dearest}: ${JSON.stringify(line)}`,
    );
}

/** @returns whether the seat is where it was to go */
async function moveOnce(move: Move, goal: Places['dear'], random: Random): Promise<boolean> {
  const { run, parent, cartId } = move;
  const params = { cartId };
  const before = await readSeat(move);
  if (!before || before.classId === goal.id) return false;
  const preview = await parent.call('GET /cancellation/:cartId', { params });
  const quotes = await parent.call('GET /moveQuotes/:cartId', { params, query: {} });
  const quote = quotes.status === 200 && quotes.body.find(({ classId }) => classId === goal.id);
  if (preview.status !== 200 || !quote) return false;
  const most = preview.body.refund;
  const least = findLeast(before.seat, goal, await listOthers(move, before.seat), run);
  if (random.chance(0.1)) return false; // Only looks.
  const { price, id: classId } = goal;
  const body = { ...params, classId, price, refund: quote.refund };
  const moved = checkTold(run, await parent.call('POST /moves', { body }));
  if (moved.status !== 200) return false;
  checkAsQuoted(move, quote, moved.body);
  const { state, difference, refund } = moved.body;
  if (state === 'pay' && !(await pay(run, parent, [moved.body.cartId], difference))) return false;
  const after = await readSeat(move);
  if (after?.classId !== goal.id || !(await isUndisturbed(move))) return false;
  run.counts.termed += 1;
  const cost = costOf(after.seat);
  run.complaints.check(
    cost + WAIVED > least,
    `${cartId}: moved to ${goal.id}, where it may not cost less than ${least}, for ${cost}: ${JSON.stringify({ before, after })}`,
  );
  const then = await parent.call('GET /cancellation/:cartId', { params });
  if (then.status !== 200 || !(await isUndisturbed(move))) return false;
  run.complaints.check(
    refund + then.body.refund <= most + difference + ROUNDED,
    `${cartId}: canceling gave ${most}; moving gave ${refund} for ${difference}, and canceling then gives ${then.body.refund}: ${JSON.stringify({ before, after })}`,
  );
  return true;
}

function checkAsQuoted(
  { run, cartId }: Move,
  { pay: quoted, refund }: Quote,
  moved: Output<Contract['POST /moves']>,
): void {
  run.complaints.check(
    moved.refund === refund && (moved.state === 'pay' ? moved.difference : 0) === quoted,
    `${cartId}: a move was quoted ${quoted} and ${refund}, and was ${JSON.stringify(moved)}`,
  );
}

/** The least that a seat may cost at its goal: the full price there, minus what its lines take off where they hold. */
function findLeast(
  { lines = [], childId }: EnrolledSeat,
  { id, price }: Places['dear'],
  others: number[],
  { school }: Run,
): number {
  const base = Math.round(price * 100);
  // The school's day may be the next one.
  const today = dayAhead(school, 0);
  const off = lines.map((line) => {
    const { terms, percent, amount, kind } = line;
    if (!terms || !holds(terms, { id, base, child: childId?.toHexString() ?? null })) return 0;
    const worth = percent === null ? (terms.amount ?? -amount) : Math.round((base * percent) / 100);
    // What the family has had more of it is settled.
    const limit = isOfOthers({ kind }) ? Math.max(others[0] ?? 0, -amount) : Infinity;
    return Math.min(worth, limit, terms.until && terms.until < today ? -amount : Infinity);
  });
  return base - off.reduce((all, one) => all + one, 0);
}

function holds(
  { classIds, isForOneClass, minimum = 0, person }: LineTerms,
  { id, base, child }: { id: string; base: number; child: string | null },
): boolean {
  const isForPerson = person === undefined || person === child;
  const isForClass = classIds.length === 0 || classIds.includes(id);
  return isForPerson && isForClass && !isForOneClass && minimum <= base;
}

const BY_FAMILY = ['price difference', 'canceled by parent'];

/** Whether nobody but the family has changed its seats. What admins or a bank do makes other sums. */
async function isUndisturbed({ run, cartId }: Move): Promise<boolean> {
  const { payments, refunds, seatChanges } = run.school.collections;
  const seatId = new ObjectId(cartId);
  const paid = await payments.findOne({ 'items.seatId': seatId });
  const userId = paid?.userId;
  if (!userId) return false;
  const own = await payments.find({ userId }).toArray();
  const changes = await seatChanges.find({ userId }).toArray();
  const isOwn = changes.every(({ by }) => String(by) === userId.toHexString());
  const paymentId = { $in: own.map(({ _id }) => _id) };
  const back = await refunds.find({ paymentId }).toArray();
  return (
    isOwn &&
    back.every(({ reason }) => BY_FAMILY.includes(reason)) &&
    !own.some(({ dispute }) => dispute)
  );
}

/** Makes room for the next family. */
async function cancelAll(run: Run, parent: Person): Promise<void> {
  const listed = await parent.call('GET /myEnrolledClass', { query: { email: parent.email } });
  for (const { cartId } of listed.status === 200 ? listed.body : []) {
    const params = { cartId };
    const shown = await parent.call('GET /cancellation/:cartId', { params });
    if (shown.status !== 200) continue;
    const body = { refund: shown.body.refund };
    checkTold(run, await parent.call('POST /cancellation/:cartId', { params, body }));
  }
}
