import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { sum } from '../check-payment.ts';
import { cancelSeat, startPayment } from '../journeys.ts';
import type { Random } from '../random.ts';
import { spendCredit } from './random-credit.ts';
import { changeCard } from './random-parts.ts';
import { chooseExtras } from './random-prices.ts';
import { payAndLeave } from './random-visit.ts';
import { checkTold, type Family, listOpen, type Run } from './random-run.ts';

/** What parents do when their plans change, seat by seat and list by list. */

/** How many classes somebody who moves looks at. */
const MAX_TRIES = 3;

/** A parent does something with a seat that they paid for: cancels it, moves it, or puts it up for resale. */
export async function changePlans(run: Run, family: Family, random: Random): Promise<void> {
  const { parent } = family;
  const listed = await parent.call('GET /myEnrolledClass', { query: { email: parent.email } });
  const own = listed.status === 200 ? listed.body.filter(({ isPayer }) => isPayer) : [];
  if (own.length === 0) return;
  const owing = own.filter(({ owed }) => owed.length > 0);
  const seat = random.pick(owing.length > 0 && random.chance(0.5) ? owing : own);
  const acts = [
    () => cancel(run, family, seat, random),
    ...Array<() => Promise<void>>(2).fill(() => offer(run, family, seat, random)),
    // Paying for a dearer class has the most steps.
    ...Array<() => Promise<void>>(4).fill(() => moveToClass(run, family, seat, random)),
    () => moveToChild(run, family, seat, random),
    ...Array<() => Promise<void>>(2).fill(() => chooseExtras(run, parent, seat.cartId, random)),
    ...(seat.owed.length > 0 ? Array<() => Promise<void>>(6).fill(() => payRest()) : []),
    ...(seat.installments ? [() => changeCard(run, parent, random)] : []),
  ];
  /** What is due next, or all that is owed. */
  const payRest = () => {
    const difference = sum(random.chance(0.5) ? seat.owed : seat.owed.slice(0, 1));
    const rest = { state: 'pay', cartId: seat.cartId, difference, isRest: true };
    return payDifference(run, family, rest, random);
  };
  const first = random.pick(acts)();
  // Some do two things at once, in two tabs.
  await Promise.all([first, random.chance(0.2) && random.pick(acts)()]);
}

async function cancel(run: Run, { parent }: Family, { cartId }: EnrolledClass, random: Random) {
  checkTold(run, await cancelSeat(parent, cartId, random.chance(0.6)));
}

async function offer(run: Run, { parent }: Family, seat: EnrolledClass, random: Random) {
  const done = await parent.call('PUT /resales/:cartId', {
    params: { cartId: seat.cartId },
    body: { isForResale: seat.isForResale ? random.chance(0.5) : true },
  });
  checkTold(run, done);
}

/** Most want a class that costs more, and some one that costs less. If it is full, they look at others. */
async function moveToClass(run: Run, family: Family, seat: EnrolledClass, random: Random) {
  const others = listOpen(run).filter(({ id }) => id !== seat.classId);
  const dearer = others.filter(({ price }) => price > seat.price);
  const cheaper = others.filter(({ price }) => price < seat.price);
  const wanted = random.chance(0.65) ? dearer : random.chance(0.7) ? cheaper : others;
  const wished = wanted.length > 0 ? wanted : others;
  for (let tries = 0; tries < MAX_TRIES && wished.length > 0; tries += 1) {
    const { id: classId, price } = random.pick(wished);
    const body = { cartId: seat.cartId, classId, price };
    const moved = checkTold(run, await family.parent.call('POST /moves', { body }));
    if (moved.status === 200) return payDifference(run, family, moved.body, random);
    if ((moved.body as { code?: string }).code !== 'class_full') return;
  }
}

async function payDifference(
  run: Run,
  { parent }: Family,
  {
    state,
    cartId,
    difference,
    isRest = false,
  }: { state: string; cartId: string; difference: number; isRest?: boolean },
  random: Random,
): Promise<void> {
  // Some don't pay the difference, and stay where they are.
  if (state !== 'pay' || random.chance(0.2)) return;
  // Credit never pays a part of a difference, and pays what is owed without a card.
  const order = { cartIds: [cartId], cost: difference, isRest };
  if (random.chance(0.3) && (await spendCredit(run, parent, order, random)) === 'done') return;
  const opened = checkTold(run, await startPayment(parent, [cartId], difference / 100));
  if (opened.status !== 200) return;
  await payAndLeave(run, parent, opened.body.clientSecret, random, async () => undefined);
}

async function moveToChild(
  run: Run,
  { parent, participants }: Family,
  seat: EnrolledClass,
  random: Random,
) {
  const childId = random.pick(participants);
  if (!childId) return;
  const body = { cartId: seat.cartId, childId };
  checkTold(run, await parent.call('POST /moves', { body }));
}

/** A parent joins a waiting list, or answers what became of one. What is offered is in the cart, and paid there. */
export async function waitForSeats(run: Run, family: Family, random: Random): Promise<void> {
  const { parent, participants } = family;
  const own = await parent.call('GET /myWaiting');
  for (const entry of own.status === 200 ? own.body : []) await answer(run, family, entry, random);
  const children = participants.filter((one) => one !== undefined);
  // Some groups are larger than the class.
  const childIds = children.slice(0, 1 + Math.floor(random.next() * 3));
  const { id: classId } = random.pick(listOpen(run));
  const joined = await parent.call('POST /waiting/:classId', {
    params: { classId },
    body: random.chance(0.3) ? {} : { childIds, together: random.chance(0.5) },
  });
  checkTold(run, joined);
}

async function answer(run: Run, { parent }: Family, entry: OwnWaitingEntry, random: Random) {
  const params = { waitId: entry.waitId };
  if (entry.state === 'paused' && random.chance(0.7))
    checkTold(run, await parent.call('POST /waiting/:waitId/stillWanted', { params }));
  else if (entry.state === 'offered' && random.chance(0.2))
    checkTold(run, await parent.call('POST /waiting/:waitId/decline', { params }));
  else if (entry.state !== 'offered' && random.chance(0.1))
    checkTold(run, await parent.call('DELETE /waiting/:waitId', { params }));
}
