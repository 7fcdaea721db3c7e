import { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../../../../server/src/database/class-document.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { pause } from '../waiting.ts';
import { checkTold, dayAhead, listOpen, type Run } from './random-run.ts';

/** What makes seats cheaper or dearer, while everything else goes on: discounts, codes, extras and financial aid. */

/** Of each kind, some of which add up. */
const DISCOUNTS = [
  { kind: 'early', percent: 10, amount: null, from: null, stacks: true },
  { kind: 'early', percent: null, amount: 700, from: null, stacks: false, firstSeats: 2 },
  { kind: 'sibling', percent: 25, amount: null, from: 2, stacks: true, isTakenBack: true },
  { kind: 'sibling', percent: null, amount: 2_000, from: 3, stacks: false },
  { kind: 'weeks', percent: null, amount: 333, from: 2, stacks: true, isTakenBack: true },
  { kind: 'returning', percent: 50, amount: null, from: null, stacks: false },
  { kind: 'code', percent: 15, amount: null, from: null, stacks: true },
] as const;

const CODE = 'RANDOM';
const MAX_USES = 10;
const MAX_PER_FAMILY = 3;

const EXTRAS = [
  { label: 'Lunch', price: 250, per: 'day', options: [], capacity: null, isRefundable: true },
  { label: 'Care', price: 333, per: 'day', options: [], capacity: 2, isRefundable: true },
  {
    label: 'Shirt',
    price: 1_500,
    per: 'once',
    options: ['S', 'M'],
    capacity: 3,
    isRefundable: false,
  },
] as const;

/** An admin changes discounts and extras from now on, over and over. Thieves and savers know one price. */
export async function changePrices(
  admin: Person,
  run: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await setPrices(admin, run, random);
    await pause(2_000 + random.next() * 4_000);
  }
}

export async function setPrices(admin: Person, run: Run, random: Random): Promise<void> {
  const classIds = listOpen(run).map(({ id }) => id);
  const name = (label: string) => ({ id: new ObjectId().toHexString(), label });
  const shown = await admin.call('GET /discounts');
  if (shown.status === 200) {
    const discounts = DISCOUNTS.filter(() => random.chance(0.6)).map((discount) => ({
      ...{ ...discount, ...name(discount.kind), classIds },
      until: discount.kind === 'early' ? dayAhead(run.school, 2) : null,
      ...(discount.kind === 'code' && { code: makeCode() }),
    }));
    for (const { id, kind } of discounts)
      if (kind === 'code') run.codes.set(id, { maxUses: MAX_USES, maxPerFamily: MAX_PER_FAMILY });
    const body = { version: shown.body.version, discounts };
    checkTold(run, await admin.call('PUT /discounts', { body }));
  }
  const offered = await admin.call('GET /extras');
  if (offered.status === 200) {
    const extras = EXTRAS.filter(() => random.chance(0.8)).map(({ options, ...extra }) => ({
      ...{ ...extra, ...name(extra.label), options: [...options] },
      classIds,
    }));
    const body = { version: offered.body.version, extras };
    checkTold(run, await admin.call('PUT /extras', { body }));
  }
}

function makeCode() {
  return { text: CODE, from: null, maxUses: MAX_USES, maxPerFamily: MAX_PER_FAMILY, minimum: null };
}

/** A director answers requests for aid: some families get a percentage, some an amount, and some nothing. */
export async function answerAid(
  admin: Person,
  run: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const asked = await admin.call('GET /aidRequests', { query: { open: 'true' } });
    for (const { _id: id } of asked.status === 200 ? asked.body : []) {
      const worth = random.pick([
        { percent: 40, amount: null },
        { percent: null, amount: 1_200 },
      ]);
      const classIds = random.chance(0.5) ? [] : [random.pick(run.classes).id];
      const given = { ...worth, isForAll: random.chance(0.5), classIds };
      const award = random.chance(0.7) ? { ...given, until: dayAhead(run.school, 2) } : null;
      const body = { award, text: 'We have looked at it.' };
      const told = await admin.call('PUT /aidRequests/:id/answer', { params: { id }, body });
      checkTold(run, told);
    }
    await pause(500 + random.next() * 1_000);
  }
}

/** A parent types the code, chooses extras for one of the seats in the cart, or asks for aid. Each may make the price another one. */
export async function changeCart(
  run: Run,
  parent: Person,
  cartIds: string[],
  random: Random,
): Promise<void> {
  if (random.chance(0.3))
    checkTold(run, await parent.call('POST /cartCode', { body: { code: CODE } }));
  else if (random.chance(0.1)) checkTold(run, await parent.call('DELETE /cartCode'));
  if (random.chance(0.4)) await chooseExtras(run, parent, random.pick(cartIds), random);
  if (random.chance(0.15))
    checkTold(run, await parent.call('POST /myAid', { body: { words: 'It is a hard year.' } }));
}

/** A parent chooses what a seat is to have besides what is paid: for one in the cart or, later, for a paid one. */
export async function chooseExtras(
  run: Run,
  parent: Person,
  cartId: string,
  random: Random,
): Promise<void> {
  const params = { cartId };
  const { status, body } = await parent.call('GET /seatExtras/:cartId', { params });
  if (status !== 200) return;
  const paid = body.chosen
    .filter(({ isPaid }) => isPaid)
    .map(({ id, option, amount }) => ({ id, option, amount }));
  const wanted = body.offered
    .filter(({ id }) => !paid.some((one) => one.id === id) && random.chance(0.5))
    .map(({ id, options, amount }) => ({
      ...{ id, amount, option: options.length > 0 ? random.pick(options) : null },
    }));
  const chosen = await parent.call('PUT /seatExtras/:cartId', {
    ...{ params, body: { extras: [...paid, ...wanted] } },
  });
  checkTold(run, chosen);
}

/** No code has more seats than uses, and no account more of them than a family may have, unless it took another family over. */
export async function checkCodes({ school, codes, complaints: { check } }: Run): Promise<void> {
  const { users, events, classes } = school.collections;
  const all = (await classes.find({}).toArray())
    .flatMap(({ seats }) => seats)
    .filter((seat): seat is EnrolledSeat => seat.state === 'enrolled');
  const merged = await events.find({ type: 'merge families' }).toArray();
  const grown = new Set(merged.map(({ data }) => ('target' in data ? data.target : '')));
  for (const [id, { maxUses, maxPerFamily }] of codes) {
    const seats = all.filter(({ lines = [] }) =>
      lines.some(({ discountId, amount }) => discountId === id && amount < 0),
    );
    check(seats.length <= maxUses, `${id}: a code with ${maxUses} uses has ${seats.length} seats`);
    for (const userId of new Set(seats.map((seat) => seat.userId.toHexString()))) {
      const own = seats.filter((seat) => seat.userId.toHexString() === userId);
      const account = await users.findOne({ _id: own[0]!.userId });
      check(
        own.length <= maxPerFamily || grown.has(account?.email ?? ''),
        `${id}: ${userId} has ${own.length} seats with a code for ${maxPerFamily}`,
      );
    }
  }
}
