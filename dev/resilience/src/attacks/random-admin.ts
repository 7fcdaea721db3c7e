import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { pause } from '../waiting.ts';
import { checkTold, listOpen, PRICES, type Run } from './random-visit.ts';

/** An admin adds and removes seats, and changes prices. Each change that succeeds makes the next revision. */
export async function changeClasses(
  admin: Person,
  run: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const campClass = random.pick(listOpen(run));
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
}

/** An admin tries failed refunds again, and says which seats refunds in the dashboard were for. */
export async function lookAtRefunds(
  admin: Person,
  run: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
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
      if (checkTold(run, answer).status === 200) run.counts.answered += 1;
    }
    await pause(500);
  }
}
