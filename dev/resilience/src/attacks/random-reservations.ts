import type { Answer } from '../people.ts';
import { intentOf, payByCard } from '../stripe.ts';
import { press, readPage, reserve, type Work } from './random-press.ts';
import { checkTold, dayAhead, PRICES } from './random-run.ts';

/** What becomes of a seat that the office has reserved: another day or price, no seat, or somebody pays with a link. */

async function listReserved(work: Work, id: string) {
  const page = await readPage(work, id);
  return (page?.held ?? []).filter(({ person }) => person.isReserved && person.userId === id);
}

/** A clerk extends a reservation, agrees on another price, or releases the seat. */
export async function changeReserved(work: Work): Promise<void> {
  const { run, clerk, clients, random } = work;
  const client = random.pick(clients);
  const { id, family } = client;
  let reserved = await listReserved(work, id);
  if (reserved.length === 0) {
    await reserve(work, client);
    reserved = await listReserved(work, id);
  }
  if (reserved.length === 0) return;
  const { campClass, person } = random.pick(reserved);
  // A child that has just been joined to another record of it is no longer this family's.
  if (person.childId && !family.participants.includes(person.childId)) return;
  const { cartId, childId } = person;
  const seat = { classId: campClass._id, cartId };
  const isAgreed = random.chance(0.5);
  const more = isAgreed ? { price: random.pick(PRICES), note: 'As agreed.' } : {};
  const body = { ...seat, childId, until: dayAhead(run.school, 3), ...more };
  const send = (): Promise<Answer> =>
    random.chance(0.25)
      ? clerk.call('DELETE /classHolds/:classId/:cartId', { params: seat })
      : clerk.call('POST /families/:id/seats', { params: { id }, body });
  await press(work, send);
}

/**
 * Somebody pays with the family's link: a grandmother, and sometimes another one at the same moment. Some open it again later,
 * and some find that the seats are gone.
 */
export async function payByLink(work: Work): Promise<void> {
  const { run, clerk, clients, random } = work;
  const client = random.pick(clients);
  const { id } = client;
  if (random.chance(0.8)) await reserve(work, client);
  const seats = (await listReserved(work, id)).filter(({ person }) => person.cost > 0);
  if (seats.length === 0) return;
  const cartIds = seats.map(({ person }) => person.cartId);
  const made = await clerk.call('POST /families/:id/payLink', {
    params: { id },
    body: { cartIds },
  });
  if (checkTold(run, made).status !== 200) return;
  const { code } = made.body;
  const pay = async () => {
    const opened = checkTold(run, await clerk.call('POST /payLink', { body: { code } }));
    if (opened.status !== 200 || opened.body.state !== 'open') return;
    const price = opened.body.amount / 100;
    const begun = checkTold(run, await clerk.call('POST /payLink', { body: { code, price } }));
    const secret = begun.status === 200 && begun.body.clientSecret;
    if (!secret) return;
    const card = random.chance(0.8) ? 'pm_card_visa' : 'pm_card_chargeDeclined';
    if ((await payByCard(run.school, secret, card)) !== 'succeeded') return;
    const transactionId = intentOf(secret);
    // Half of them close the page.
    if (random.chance(0.5))
      checkTold(run, await clerk.call('POST /payLink', { body: { code, transactionId } }));
  };
  await Promise.all([pay(), random.chance(0.3) && pay()]);
}
