import { type Attack, collectComplaints, permute } from '../attack.ts';
import { describeMoney, settleBooks } from '../books.ts';
import { createRandom, SEED, SEED_PREFIX } from '../random.ts';
import { withSchool } from '../school.ts';
import { endHeldTime } from '../seat-changes.ts';
import { waitUntil } from '../waiting.ts';
import { SEATS_AS_READ } from './shared-guards.ts';
import { HOG_LISTS, hogLists, WANTED } from './waiting-hog.ts';
import { ACTS, answerOffer, freeOneSeat, freeTwoSeats, PAIR } from './waiting-rounds.ts';

const AMOUNT = {
  full: { rounds: 1_000, siblings: 100, offers: 10, hogs: 10, settleMs: 60_000 },
  short: { rounds: 12, siblings: 6, offers: 1, hogs: 1, settleMs: 90_000 },
};
const BUYERS = 50;
/** How long a job may take to end all offers, one after the other. */
const END_MS = 90_000;

/** Seats open up while people wait for them and many others buy. Offers are paid, declined, canceled and run out at once. */
export const waitingList: Attack = {
  name: 'waiting',
  title: 'Seats open up while people wait',
  promise:
    'a seat that opens up is offered to the first person on the waiting list and to nobody else, siblings get both seats or none, and an offer ends in one seat or none, with its money charged once or returned; and an account gets no more offers than it may hold seats',
  guards: [
    {
      name: 'an account has one entry on a list, also while it is offered',
      without: 'checkNobodyThere',
    },
    {
      name: 'an account waits for no more seats than it may hold, even if it asks many lists at once',
      without: 'checkMayStay',
    },
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
