import {
  MAX_FAMILY_HOLDS,
  MAX_WAITING_GROUP,
  MAX_WAITING_OF_ACCOUNT,
} from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, guard, permute } from '../attack.ts';
import { describeMoney, settleBooks } from '../books.ts';
import { createRandom, SEED, SEED_PREFIX } from '../random.ts';
import { type CampClass, withSchool } from '../school.ts';
import { endHeldTime } from '../seat-changes.ts';
import { waitUntil } from '../waiting.ts';
import { SEATS_AS_READ } from './shared-guards.ts';
import {
  ACTS,
  answerOffer,
  fillClass,
  freeOneSeat,
  freeTwoSeats,
  type Full,
  PAIR,
  type Rounds,
} from './waiting-rounds.ts';
import { makeUserId } from '../../../../server/src/testing/documents.ts';
import { joinClass, removeFromCart } from '../journeys.ts';
import type { Person } from '../people.ts';

const AMOUNT = {
  full: { rounds: 1_000, siblings: 100, offers: 10, hogs: 10, settleMs: 60_000 },
  short: { rounds: 12, siblings: 6, offers: 1, hogs: 1, settleMs: 90_000 },
};
const BUYERS = 50;
/** How long a job may take to end all offers, one after the other. */
const END_MS = 90_000;

/**
 * Seats open up while people wait for them and many others buy. Offers are paid, declined, canceled and run out at once.
 * R139, R141, R150, R190
 */
export const waitingList: Attack = {
  name: 'waiting',
  title: 'Seats open up while people wait',
  promise:
    'a seat that opens up is offered to the first person on the waiting list and to nobody else, siblings get both seats or none, and an offer ends in one seat or none, with its money charged once or returned; and an account gets no more offers than it may hold seats',
  guards: [
    guard('checkNobodyThere', 'an account has one entry on a list, also while it is offered'),
    guard(
      'checkMayStay',
      'an account waits for no more seats than it may hold, even if it asks many lists at once',
    ),
    SEATS_AS_READ,
  ],
  async run(build, amount) {
    const { rounds, siblings, offers, hogs, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    return withSchool(build, { servers: 2, env: { JOB_SECONDS: '0.2' } }, async (school) => {
      const [admin] = await school.addPeople(1, 'admin');
      const buyers = await school.addPeople(BUYERS);
      const all = { school, complaints, admin: admin!, buyers };
      let told = 0;
      for (let number = 0; number < rounds; number += 1) {
        const [holder, waiter] = await school.addPeople(2);
        told += await freeOneSeat(all, number, [holder!, waiter!]);
      }
      for (let number = 0; number < siblings; number += 1) {
        const [first, second, parent] = await school.addPeople(3);
        await freeTwoSeats(all, number, [first!, second!, parent!]);
      }
      for (let number = 0; number < hogs; number += 1) {
        const [parent] = await school.addPeople(1);
        await hogLists(all, number, parent!);
      }
      const orders = Array.from({ length: offers }, () => permute([...ACTS])).flat();
      for (const order of orders) {
        const [holder, waiter, next] = await school.addPeople(3);
        await answerOffer(all, order, [holder!, waiter!, next!], random);
      }
      const isNothingHeld = async () => {
        await endHeldTime(school);
        return (await school.collections.classes.countDocuments({ 'seats.state': 'held' })) === 0;
      };
      complaints.check(
        (await waitUntil(isNothingHeld, END_MS)) !== null,
        'some offers did not end when their time was over',
      );
      const places = { [PAIR]: 2, [WANTED.name]: WANTED.places };
      const ended = await settleBooks(
        school,
        complaints,
        settleMs,
        ({ name }) => places[name] ?? 1,
      );
      return {
        rounds:
          `${rounds} times one seat, 1 waiting and ${BUYERS} buyers; ${siblings} times two seats and two siblings; ` +
          `${hogs} parents who want all seats of ${HOG_LISTS} lists; ${orders.length} offers paid, declined, canceled and run out in one of 24 orders; 2 servers`,
        seen:
          `${told} buyers were told that the class is full, and none got a seat; of the offers ` +
          `${ended.enrolled} ended with a seat, ${ended.refunded} were paid back, ${ended.canceled} were not charged; ${describeMoney(ended)}`,
        broken: complaints.list,
      };
    });
  },
};

const CHILDREN = 6;
/** The name of the classes that they want, and how many places these have. */
const WANTED = { name: 'Six places', places: CHILDREN };
const HOG_LISTS = 3;

/** A parent asks several lists for seats for many children, then fills the cart, and waits for one seat more. */
async function hogLists(rounds: Rounds, number: number, parent: Person): Promise<void> {
  const { school, complaints } = rounds;
  const name = `Hog ${number + 1}`;
  const childIds: string[] = [];
  for (let one = 0; one < CHILDREN; one += 1) childIds.push(await school.addChild([parent]));
  const classes: Full[] = [];
  for (let one = 0; one < HOG_LISTS; one += 1)
    classes.push(await fillClass(rounds, await school.addPeople(CHILDREN), WANTED.name));
  const wait = ({ id }: CampClass, group: string[]) =>
    parent.call('POST /waiting/:classId', { params: { classId: id }, body: { childIds: group } });

  const groups = [childIds.slice(0, MAX_WAITING_GROUP), childIds.slice(MAX_WAITING_GROUP)];
  await Promise.all(
    classes.flatMap(({ campClass }) => groups.map((group) => wait(campClass, group))),
  );
  const waiting = (
    await school.collections.classes.find({ 'waiting.userId': makeUserId(parent.email) }).toArray()
  )
    .flatMap((campClass) => campClass.waiting ?? [])
    .reduce((sum, { people }) => sum + people.length, 0);
  complaints.check(
    waiting <= MAX_WAITING_OF_ACCOUNT,
    `${name}: one account waits for ${waiting} seats`,
  );
  // Calls that are too many together may all be refused. So once more, one after the other.
  for (const { campClass } of classes) for (const group of groups) await wait(campClass, group);
  for (const full of classes) await empty(full);
  const offers = await countHeld(rounds, parent);
  complaints.check(
    Math.max(...offers) > 0 && Math.max(...offers) <= MAX_WAITING_GROUP,
    `${name}: one account was offered ${Math.max(...offers)} seats of a class`,
  );

  // Holds up to the limit, and a place on one more list: nothing is offered beyond it.
  for (const childId of childIds)
    for (const { campClass } of classes) await joinClass(parent, campClass, childId);
  await checkHolds(rounds, name, parent);
  const last = await fillClass(rounds, await school.addPeople(1));
  await wait(last.campClass, [await school.addChild([parent])]);
  await empty(last);
  await checkHolds(rounds, name, parent);
  const { body } = await parent.call('GET /myWaiting');
  for (const { waitId, state } of body)
    await parent.call(
      state === 'offered' ? 'POST /waiting/:waitId/decline' : 'DELETE /waiting/:waitId',
      {
        params: { waitId },
      },
    );
}

/** All seats of a class open up at once. */
async function empty({ campClass, holders }: Full): Promise<void> {
  await Promise.all(
    holders.map(({ person, cartId }) => removeFromCart(person, campClass.id, cartId)),
  );
}

async function checkHolds(rounds: Rounds, name: string, parent: Person): Promise<void> {
  const held = (await countHeld(rounds, parent)).reduce((sum, one) => sum + one, 0);
  rounds.complaints.check(
    held <= MAX_FAMILY_HOLDS,
    `${name}: one account holds ${held} seats, with those that are offered to it`,
  );
}

/** How many seats of each class an account holds, offers included. */
async function countHeld({ school }: Rounds, { email }: Person): Promise<number[]> {
  const userId = makeUserId(email);
  const found = await school.collections.classes.find({ 'seats.userId': userId }).toArray();
  return [
    0,
    ...found.map(({ seats }) => seats.filter((seat) => seat.userId.equals(userId)).length),
  ];
}
