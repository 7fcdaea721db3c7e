import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { endHeldTime, listMoves } from '../seat-changes.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { pause } from '../waiting.ts';
import {
  addRandomClass,
  checkTold,
  listOpen,
  PRICES,
  returnMoney,
  type Run,
} from './random-run.ts';

/** What an admin does over and over, until it is over. */
type Act = (admin: Person, run: Run, random: Random, isOver: () => boolean) => Promise<void>;

/** What the office does when plans change. */

/** How often it is tried to publish a draft while servers are killed. */
const MAX_TRIES = 100;

/** An admin gives money back, with the seat or without, and moves seats, also those that have just changed. */
export const changeSeatsOfOthers: Act = async (admin, run, random, isOver) => {
  while (!isOver()) {
    const listed = await admin.call('GET /payments', { query: { state: 'enrolled' } });
    const paid = listed.status === 200 ? listed.body : [];
    if (paid.length > 0) {
      const payment = random.pick(paid);
      const { cartId, amount } = random.pick(payment.items);
      const done = random.chance(0.5)
        ? await admin.call('POST /refunds', {
            body: {
              paymentId: payment._id,
              // Nothing at all is only taken for a seat that goes.
              amount: Math.max(1, Math.round(random.next() * Math.min(amount, payment.kept))),
              note: 'They asked for it.',
              ...(random.chance(0.8) && { cartId }),
              ...random.pick([{}, {}, { keepsSeat: true }, { asCredit: true }]),
            },
          })
        : await admin.call('POST /moves', {
            body: {
              ...{ cartId, classId: random.pick(listOpen(run)).id, note: 'They asked for it.' },
              ...(random.chance(0.3) && { charge: true }),
            },
          });
      checkTold(run, done);
    }
    await pause(100 + random.next() * 300);
  }
};

/** An admin cancels a class now and then, and opens another one in its place. */
export async function cancelClasses(
  admin: Person,
  run: Run,
  { random, everyMs }: { random: Random; everyMs: number },
  isOver: () => boolean,
): Promise<void> {
  let next = performance.now() + everyMs;
  while (!isOver()) {
    await pause(200);
    if (performance.now() < next) continue;
    const campClass = random.pick(listOpen(run).filter(({ isFixed }) => !isFixed));
    const { id } = campClass;
    const people = await admin.call('GET /classPeople/:id', { params: { id } });
    if (people.status !== 200) continue;
    const canceled = await admin.call('POST /cancelClass/:id', {
      params: { id },
      body: { confirm_affected: people.body.enrolled.length, note: 'The teacher is ill.' },
    });
    checkTold(run, canceled);
    const now = await admin.call('GET /classPeople/:id', { params: { id } });
    // Without an answer, it may have worked.
    if (now.status !== 200 || !now.body.canceled) continue;
    campClass.isOpen = false;
    await addRandomClass(run, campClass.capacities[0] ?? 1);
    next = performance.now() + everyMs;
  }
}

/** What comes back if a seat is canceled, by the days before the class. */
const POLICIES = [
  [
    { daysBefore: 14, percent: 100, fee: 0 },
    { daysBefore: 7, percent: 50, fee: 500 },
  ],
  [{ daysBefore: 14, percent: 50, fee: 0 }],
  [{ daysBefore: 0, percent: 100, fee: 300 }],
  [],
];

/** An admin changes the refund policy for new payments, over and over. */
export const changePolicies: Act = async (admin, run, random, isOver) => {
  while (!isOver()) {
    const { status, body } = await admin.call('GET /refundPolicy');
    if (status === 200) {
      const policy = { version: body.version, steps: random.pick(POLICIES) };
      checkTold(run, await admin.call('PUT /refundPolicy', { body: policy }));
    }
    await pause(2_000 + random.next() * 4_000);
  }
};

/** Long after a seat has moved to a dearer class, money of the difference comes back. */
export async function returnDifferences(
  run: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const { collections } = run.school;
  const seen = new Set<string>();
  while (!isOver()) {
    await pause(200 + random.next() * 400);
    const moved = await listMoves(collections, { state: 'done', paidBy: { $exists: true } });
    const { paidBy } = moved.find((one) => !seen.has(one.paidBy ?? '')) ?? {};
    if (!paidBy) continue;
    seen.add(paidBy);
    if (random.chance(0.4)) continue;
    await returnMoney(run, paidBy, random);
  }
}

/**
 * Offers run out, much earlier than their owners read in the email. In the end until nothing is open anymore: an offer
 * holds its seat for days, and it may begin after the last visit, when the hold or the offer of somebody else ends.
 * @param waitMs how long until one offer of each class runs out again
 * @param isLast also ends the moves and reserved seats that families should still pay for: nobody pays anymore
 */
export async function endOffers(
  { school }: Run,
  isOver: () => boolean,
  waitMs: () => number,
  isLast = false,
): Promise<void> {
  while (!isOver()) {
    await endHeldTime(school, { offer: { $exists: true } });
    if (isLast) await endHeldTime(school);
    await pause(waitMs());
  }
}

/** An admin adds and removes seats, and changes prices. Each change that succeeds makes the next revision. */
export const changeClasses: Act = async (admin, run, random, isOver) => {
  while (!isOver()) {
    const campClass = random.pick(listOpen(run).filter(({ isFixed }) => !isFixed));
    const { id, capacities } = campClass;
    const listed = await admin.call('GET /adminClasses');
    const form = listed.status === 200 && listed.body.find(({ _id }) => _id === id);
    if (!form) {
      await pause(50);
      continue;
    }
    const { name, sit, assign_room, course_tag, revision } = form;
    const capacity = capacities[revision] ?? Number.NaN;
    const taken = capacity - sit;
    const next = Math.min(MAX_SEATS, Math.max(1, taken, capacity + random.pick([-2, -1, 1, 2])));
    const price = random.chance(0.1) ? random.pick(PRICES) : form.price;
    capacities[revision + 1] = next;
    const changed = await admin.call('PATCH /updateClass/:id', {
      params: { id },
      body: {
        ...{ name, price, assign_room, course_tag, revision },
        sit: next - taken,
        opened_sit: sit,
      },
    });
    if (changed.status === 200) campClass.price = price;
    // Without an answer, it may have worked.
    else if (changed.status !== 0) capacities.length = revision + 1;
    checkTold(run, changed);
    await pause(random.next() * 50);
  }
};

/** An admin tries failed refunds again, and says which seats refunds in the dashboard were for. */
export const lookAtRefunds: Act = async (admin, run, random, isOver) => {
  while (!isOver()) {
    const listed = await admin.call('GET /openRefunds');
    for (const { _id: refundId, state, choices } of listed.status === 200 ? listed.body : []) {
      if (random.chance(0.5)) continue;
      const params = { refundId };
      const cartId = random.pick([null, ...choices.map((choice) => choice.cartId)]);
      const answer =
        state === 'failed'
          ? await admin.call('POST /openRefunds/:refundId/retry', { params })
          : await admin.call('POST /openRefunds/:refundId/answer', { params, body: { cartId } });
      checkTold(run, answer);
    }
    await pause(500);
  }
};

/** An admin makes a class a draft again before anybody has joined it, if nobody is faster, and publishes it a moment later. */
export const draftAgain: Act = async (admin, run, random, isOver) => {
  while (!isOver()) {
    await pause(1_000 + random.next() * 2_000);
    const own = run.classes.filter(({ isFixed }) => isFixed);
    const campClass = own.length < 3 ? await addRandomClass(run, 3) : random.pick(own);
    campClass.isFixed = true;
    const { id } = campClass;
    const drafted = await admin.call('DELETE /publishCourse/:id', { params: { id } });
    // Without an answer, it may have worked.
    if (![200, 0].includes(checkTold(run, drafted).status)) continue;
    await pause(random.next() * 500);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const published = await admin.call('POST /publishCourse/:id', { params: { id }, body: {} });
      if (checkTold(run, published).status === 200) break;
      const { code } = published.body as { code?: string };
      if (code === 'not_found') break; // It is open.
      await pause(100);
    }
  }
};
