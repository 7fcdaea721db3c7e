import { cancelSeat, joinClass, readCart, recordPayment, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { intentOf, payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';
import { addRandomClass, checkTold, returnMoney, type Run } from './random-run.ts';

/**
 * Strangers who want a dear seat for the money of a cheap one: they move a seat up, pay the difference, and get that back
 * past the school. A thief who has all of it back keeps the seat; the others move down again or cancel.
 */

/** Two classes that nobody else looks at, so that there are always seats: a free or cheap one, and a dear one. */
export async function addClassesOfThieves(run: Run, random: Random): Promise<Classes> {
  const [cheap, dear] = [random.pick([0, 20]), 90];
  const [from, to] = [await addRandomClass(run, 10, cheap), await addRandomClass(run, 10, dear)];
  from.isOpen = false;
  to.isOpen = false;
  return { from, to };
}

type Classes = Record<'from' | 'to', { id: string; price: number }>;

/** A stranger tries it, over and over. */
export async function takeDifferences(
  run: Run,
  thief: Person,
  { from, to }: Classes,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const tell = <A extends Answer>(answer: A): A => checkTold(run, answer);
  const pay = async (cartId: string, price: number): Promise<string | undefined> => {
    const opened = tell(await startPayment(thief, cartId, price));
    if (opened.status !== 200) return undefined;
    const { clientSecret } = opened.body;
    if ((await payByCard(run.school, clientSecret)) !== 'succeeded') return undefined;
    tell(await recordPayment(thief, clientSecret));
    return intentOf(clientSecret);
  };
  /** Seats that must go, because their money is back. */
  const loot = new Set<string>();
  const begin = async () => {
    const joined = tell(await joinClass(thief, from));
    if (joined.status === 200 && !joined.body.enrolled) await pay(joined.body.cartId, from.price);
  };
  const moveUp = async (cartId: string) => {
    const body = { cartId, classId: to.id };
    const moved = tell(await thief.call('POST /moves', { body }));
    if (moved.status !== 200 || moved.body.state !== 'pay') return;
    const paymentId = await pay(moved.body.cartId, moved.body.difference / 100);
    if (!paymentId) return;
    if (await returnMoney(run, paymentId, random)) loot.add(cartId);
    run.counts.differencesReturned += 1;
  };
  while (!isOver()) {
    await pause(random.next() * 100);
    const listed = await thief.call('GET /myEnrolledClass', { query: { email: thief.email } });
    const [seat] = listed.status === 200 ? listed.body : [];
    if (listed.status !== 200 || (seat && loot.has(seat.cartId))) continue;
    if (!seat) {
      const cart = await readCart(thief);
      const held = cart.status === 200 ? cart.body[0] : undefined;
      await (held ? pay(held._id, held.price) : begin());
    } else if (seat.classId === from.id) await moveUp(seat.cartId);
    else if (random.chance(0.5))
      tell(await thief.call('POST /moves', { body: { cartId: seat.cartId, classId: from.id } }));
    else tell(await cancelSeat(thief, seat.cartId, random.chance(0.3)));
  }
}
