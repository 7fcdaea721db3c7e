import { randomUUID } from 'node:crypto';
import { cancelSeat, joinClass, readCart, recordPayment, startPayment } from '../journeys.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { intentOf, payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';
import { addRandomClass, checkTold, returnMoney, type Run } from './random-run.ts';

/** Parents who keep money of canceled seats as credit, and spend it. Amounts are in cents. */

/** Less than this, a card can't pay. */
const MIN_CHARGE = 50;

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
    const most = Math.min(available, cost - MIN_CHARGE);
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

/** A class that nobody else looks at, so that there are always seats. */
export async function addClassOfSavers(run: Run): Promise<Run['classes'][number]> {
  const campClass = await addRandomClass(run, 10, 60);
  campClass.isOpen = false;
  return campClass;
}

/** A stranger books, cancels for credit and books with it, over and over. Sometimes the money behind it is taken back. */
export async function turnMoneyOver(
  run: Run,
  saver: Person,
  campClass: { id: string; price: number },
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const cost = Math.round(campClass.price * 100);
  const cards: string[] = [];
  const pay = async (cartId: string) => {
    const credit = await spendCredit(run, saver, { cartIds: [cartId], cost }, random);
    if (credit === 'done') return;
    const opened = checkTold(run, await startPayment(saver, cartId, campClass.price, credit));
    if (opened.status !== 200) return;
    const { clientSecret } = opened.body;
    const card = random.pick(['pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined']);
    // Somebody who leaves gets the credit back.
    if (random.chance(0.2) || (await payByCard(run.school, clientSecret, card)) !== 'succeeded')
      return;
    cards.push(intentOf(clientSecret));
    if (random.chance(0.7)) checkTold(run, await recordPayment(saver, clientSecret));
  };
  while (!isOver()) {
    await pause(random.next() * 100);
    const listed = await saver.call('GET /myEnrolledClass', { query: { email: saver.email } });
    if (listed.status !== 200) continue;
    const [seat] = listed.body;
    if (seat && random.chance(0.8)) checkTold(run, await cancelSeat(saver, seat.cartId, true));
    else if (cards.length > 0 && random.chance(0.1))
      await returnMoney(run, cards.splice(0, 1)[0]!, random);
    else if (random.chance(0.1)) await takeBack(run, saver);
    else if (!seat) {
      const joined = checkTold(run, await joinClass(saver, campClass));
      const [held] = joined.status === 200 ? [joined.body.cartId] : await listHeld(saver);
      if (held) await pay(held);
    }
  }
}

async function listHeld(saver: Person): Promise<string[]> {
  const { status, body } = await readCart(saver);
  return status === 200 ? body.map(({ _id }) => _id) : [];
}
