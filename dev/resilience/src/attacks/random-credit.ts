import { randomUUID } from 'node:crypto';
import { toCents } from '@speakifyr/contract/format.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { checkTold, type Run } from './random-run.ts';

/** Parents who keep money of canceled seats as credit, and spend it. Amounts are in cents. */

async function readCredit(parent: Person): Promise<{ available: number; refundable: number }> {
  const { status, body } = await parent.call('GET /myCredit');
  return status === 200 ? body : { available: 0, refundable: 0 };
}

/**
 * Pays with credit for held seats, or some of what is owed for enrolled ones. If there is enough, credit alone pays:
 * some send it twice, spend the same credit in another tab, or turn it back into a refund at the same moment.
 * @returns `done` if somebody tried that; how much credit pays besides a card; undefined if none does
 */
export async function spendCredit(
  run: Run,
  parent: Person,
  { cartIds, cost: wanted, isRest }: { cartIds: string[]; cost: number; isRest?: boolean },
  random: Random,
): Promise<'done' | { credit: number } | undefined> {
  const { available } = await readCredit(parent);
  const cost = isRest ? Math.min(wanted, available) : wanted;
  if (available === 0 || cost === 0) return undefined;
  if (available < cost || random.chance(0.3)) {
    const most = Math.min(available, cost - toCents(leastCharge()));
    return most > 0 ? { credit: random.chance(0.5) ? most : Math.ceil(most / 2) } : undefined;
  }
  const requestId = randomUUID();
  const pay = async (id: string) => {
    const body = { requestId: id, cartIds, price: cost / 100 };
    checkTold(run, await parent.call('POST /creditPayments', { body }));
  };
  await Promise.all([
    pay(requestId),
    random.chance(0.3) && pay(requestId),
    random.chance(0.3) && pay(randomUUID()),
    random.chance(0.2) && takeBack(run, parent),
  ]);
  return 'done';
}

/** All that is left goes back the way it was paid. */
async function takeBack(run: Run, parent: Person): Promise<void> {
  const { refundable: amount } = await readCredit(parent);
  if (amount > 0) checkTold(run, await parent.call('POST /myCredit/refund', { body: { amount } }));
}
