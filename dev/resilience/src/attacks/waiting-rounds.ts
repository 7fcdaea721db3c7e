import { makeUserId } from '../../../../server/src/testing/documents.ts';
import { removeFromCart, joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Complaints } from '../attack.ts';
import { checkSeats } from '../books.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { isTruthful } from '../refusals.ts';
import type { CampClass, School } from '../school.ts';
import { payByCard } from '../stripe.ts';
import { endHeldTime } from '../seat-changes.ts';
import { pause } from '../waiting.ts';

export type Rounds = { school: School; complaints: Complaints; admin: Person; buyers: Person[] };

/** The name of the classes with two places. All others have one. */
export const PAIR = 'Two places';

/** A full class: everybody who holds a seat, with the cart id. */
export type Full = { campClass: CampClass; holders: { person: Person; cartId: string }[] };

export async function fillClass(
  { school }: Rounds,
  people: Person[],
  name = people.length === 2 ? PAIR : undefined,
): Promise<Full> {
  const campClass = await school.addClass({
    sit: people.length,
    ...(name && { name }),
  });
  const holders = [];
  for (const person of people) {
    const { status, body } = await joinClass(person, campClass);
    if (status !== 200) throw new Error(`Joining failed: ${JSON.stringify(body)}`);
    holders.push({ person, cartId: body.cartId });
  }
  return { campClass, holders };
}

/** @returns the id of the new entry on the class's list */
async function wait(person: Person, { id }: CampClass, childIds?: string[]): Promise<string> {
  const { status, body } = await person.call('POST /waiting/:classId', {
    params: { classId: id },
    body: { ...(childIds && { childIds, together: true }) },
  });
  if (status !== 200) throw new Error(`Waiting failed: ${JSON.stringify(body)}`);
  return body.waitId;
}

async function readSeats({ school }: Rounds, { _id }: CampClass) {
  const found = await school.collections.classes.findOne({ _id });
  if (!found) throw new Error('The class is gone');
  return found;
}

const WAYS = ['removed', 'released', 'expired'] as const;

/** One seat opens up while one person waits. @returns how many buyers were told that the class is full */
export async function freeOneSeat(
  rounds: Rounds,
  number: number,
  [holder, waiter]: [Person, Person],
): Promise<number> {
  const { school, complaints, admin, buyers } = rounds;
  const { campClass, holders } = await fillClass(rounds, [holder]);
  const [{ cartId } = { cartId: '' }] = holders;
  const waitId = await wait(waiter, campClass);
  const way = WAYS[number % WAYS.length]!;
  const free = {
    removed: () => removeFromCart(holder, campClass.id, cartId),
    released: () =>
      admin.call('DELETE /classHolds/:classId/:cartId', {
        params: { classId: campClass.id, cartId },
      }),
    // The first buyer releases it.
    expired: () => endHeldTime(school, {}, { _id: campClass._id }),
  };
  const half = buyers.length / 2;
  const buy = (buyer: Person) => joinClass(buyer, campClass);
  const [before, , after] = await Promise.all([
    Promise.all(buyers.slice(0, half).map(buy)),
    free[way](),
    Promise.all(buyers.slice(half).map(buy)),
  ]);
  // Once more, when everything is quiet: an expired hold may have outlived all of them.
  const last = await buy(buyers[number % buyers.length]!);
  const answers = [...before, ...after, last];
  const got = answers.filter(({ status }) => status === 200).length;
  const name = `Round ${number + 1}, ${way}`;
  complaints.check(got === 0, `${name}: ${got} who did not wait got the seat`);
  complaints.check(
    answers.every((answer) => isTruthful(answer, 'seats taken')),
    `${name}: some were not told that the class is full`,
  );
  const offered = await readSeats(rounds, campClass);
  const [seat] = offered.seats;
  complaints.check(
    seat?.state === 'held' &&
      seat.userId.equals(makeUserId(waiter.email)) &&
      seat.offer !== undefined,
    `${name}: the seat was not offered to the person who waited`,
  );
  checkSeats(offered, complaints, 1);
  const declined = await waiter.call('POST /waiting/:waitId/decline', { params: { waitId } });
  complaints.check(declined.status === 200, `${name}: declining was answered ${declined.status}`);
  checkSeats(await readSeats(rounds, campClass), complaints, 1);
  return answers.length - got;
}

/** Two seats open up at once while siblings wait for both. They get both, and never one of them. */
export async function freeTwoSeats(
  rounds: Rounds,
  number: number,
  [first, second, parent]: [Person, Person, Person],
): Promise<void> {
  const { school, complaints, buyers } = rounds;
  const { campClass, holders } = await fillClass(rounds, [first, second]);
  const children = [await school.addChild([parent]), await school.addChild([parent])];
  const waitId = await wait(parent, campClass, children);
  const name = `Siblings ${number + 1}`;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const seen = await readSeats(rounds, campClass);
      const offered = seen.seats.filter((seat) => seat.state === 'held' && seat.offer).length;
      complaints.check(offered !== 1, `${name}: one of the two was offered a seat`);
      checkSeats(seen, complaints, 2);
    }
  })();
  const answers = await Promise.all([
    ...holders.map(({ person, cartId }) => removeFromCart(person, campClass.id, cartId)),
    ...buyers.slice(0, 10).map((buyer) => joinClass(buyer, campClass)),
  ]);
  isOver = true;
  await watching;
  const got = answers.slice(holders.length).filter(({ status }) => status === 200).length;
  complaints.check(got === 0, `${name}: ${got} who did not wait got a seat`);
  const { seats } = await readSeats(rounds, campClass);
  const theirs = seats.filter(({ userId }) => userId.equals(makeUserId(parent.email))).length;
  complaints.check(theirs === 2, `${name}: ${theirs} of two seats were offered to the siblings`);
  await parent.call('POST /waiting/:waitId/decline', { params: { waitId } });
}

/** What happens to an offer, in any order and nearly at once. */
export const ACTS = ['pay', 'decline', 'run out', 'cancel'] as const;
export type Act = (typeof ACTS)[number];

/** Somebody pays for an offer while it is declined, runs out and is canceled. Another person waits behind them. */
export async function answerOffer(
  rounds: Rounds,
  order: Act[],
  [holder, waiter, next]: [Person, Person, Person],
  random: Random,
): Promise<void> {
  const { school, complaints, buyers } = rounds;
  const { campClass, holders } = await fillClass(rounds, [holder]);
  const waitId = await wait(waiter, campClass);
  await wait(next, campClass);
  for (const { cartId } of holders) await removeFromCart(holder, campClass.id, cartId);
  const [seat] = (await readSeats(rounds, campClass)).seats;
  const cartId = seat?.seatId.toHexString() ?? '';
  const started = await startPayment(waiter, cartId, campClass.price);
  complaints.check(
    started.status === 200,
    `An offer could not be paid: ${JSON.stringify(started.body)}`,
  );
  if (started.status !== 200) return;
  const { clientSecret } = started.body;
  const acts: Record<Act, () => Promise<unknown>> = {
    pay: async () => {
      await payByCard(school, clientSecret);
      await recordPayment(waiter, clientSecret);
    },
    decline: () => waiter.call('POST /waiting/:waitId/decline', { params: { waitId } }),
    'run out': async () => {
      await endHeldTime(school, {}, { _id: campClass._id });
      await joinClass(random.pick(buyers), campClass);
    },
    cancel: () =>
      waiter.call('POST /cancellation/:cartId', {
        params: { cartId },
        body: { refund: Math.round(campClass.price * 100) },
      }),
  };
  await Promise.all(
    order.map(async (act, place) => {
      await pause(place * random.next() * 20);
      await acts[act]();
    }),
  );
}
