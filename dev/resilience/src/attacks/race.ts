import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { countFreeOn } from '../../../../server/src/seats/places.ts';
import { type Attack, collectComplaints, type Complaints, guard, percentile } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { joinClass } from '../journeys.ts';
import { isTruthful } from '../refusals.ts';
import { type CampClass, type School, withSchool } from '../school.ts';
import { createRandom } from '../random.ts';
import { runAll } from '../waiting.ts';

const AMOUNT = {
  full: { rounds: 20, easyRounds: 4, dayRounds: 5, students: 500 },
  short: { rounds: 1, easyRounds: 0, dayRounds: 1, students: 100 },
};

/** 99 of 100 students wait at most so many times as long as if there were a seat for each of them. */
const MAX_RATIO = 2;

/** Far more students than there are seats press Join Now at the same moment, on two servers. R2 */
export const race: Attack = {
  name: 'race',
  title: 'Race for seats',
  promise:
    'exactly 20 get a seat in each round; of a class that is sold by day, no day is oversold, and nobody gets a part of their days; no 5xx; nobody waits twice as long as if there were a seat for everybody',
  guards: [
    guard('hasFreeSeat', 'a seat is taken only while one is free', '{}'),
    guard('hasRoom', 'a day is taken only while a place is free on it', 'true'),
  ],
  async run(build, amount) {
    const { rounds, easyRounds, dayRounds, students } = AMOUNT[amount];
    const { list: broken, check } = collectComplaints();
    /** How long 99 of 100 waited at most, for each round. */
    const waits: number[] = [];
    const easyWaits: number[] = [];
    await withSchool(build, { servers: 2 }, async (school) => {
      for (let round = 1; round <= rounds; round += 1) {
        const campClass = await school.addClass();
        const answers = await joinAtOnce(school, students, [campClass]);
        waits.push(findP99(answers));
        const joined = answers.filter(({ status }) => status === 200).length;
        const wrong = answers.filter((answer) => !isTruthful(answer, 'seats taken')).length;
        check(joined === MAX_SEATS, `Round ${round}: ${joined} were told they have a seat`);
        check(wrong === 0, `Round ${round}: ${wrong} were told neither 'joined' nor 'full'`);
        const after = await school.collections.classes.findOne({ _id: campClass._id });
        if (after) checkSeats(after, { list: broken, check });
        if (round > easyRounds) continue;
        const easy = await runAll(Array(students / MAX_SEATS).fill(0), 1, () => school.addClass());
        easyWaits.push(findP99(await joinAtOnce(school, students, easy)));
      }
      for (let round = 1; round <= dayRounds; round += 1)
        await raceForDays(school, students, { list: broken, check });
    });
    const [p99, easyP99] = [percentile(waits, 0.5), percentile(easyWaits, 0.5)];
    const told = `p99 ${Math.round(p99)} ms, and ${Math.round(easyP99)} ms with a seat for everybody (medians of the rounds)`;
    if (easyRounds > 0) check(p99 <= easyP99 * MAX_RATIO, told);
    return {
      rounds: `${rounds} rounds of ${students} students, 20 seats, 2 servers; ${dayRounds} by day`,
      seen: `20 joined in each, ${rounds * (students - MAX_SEATS)} told full; ${told}`,
      broken,
    };
  },
};

/** New students want random days of one class at the same moment, some of them all. R647 */
async function raceForDays(school: School, students: number, complaints: Complaints) {
  const random = createRandom(students);
  const byDay = { prices: [20], atLeast: 1 };
  const campClass = await school.addClass({ byDay, price: 80 });
  const people = await school.addPeople(students);
  const wishes = people.map((person) => {
    const days = campClass.days.filter(() => random.chance(0.5));
    const isWhole = days.length === 0 || random.chance(0.2);
    return { person, days: isWhole ? undefined : days };
  });
  const answers = await Promise.all(
    wishes.map(({ person, days }) => joinClass(person, campClass, undefined, days)),
  );
  const after = await school.collections.classes.findOne({ _id: campClass._id });
  if (!after) return;
  checkSeats(after, complaints);
  for (const [place, answer] of answers.entries()) {
    const { days = campClass.days } = wishes[place]!;
    const { body, status } = answer;
    const seat = after.seats.find(({ seatId }) => seatId.toHexString() === body.cartId);
    const has = seat && (seat.days ?? campClass.days);
    complaints.check(
      status === 200 ? String(has) === String(days) : isTruthful(answer, 'seats taken'),
      `Somebody who wanted ${days.join(', ')} was told ${status} ${JSON.stringify(body)} and has ${has?.join(', ')}`,
    );
    const isFull = days.some((day) => countFreeOn(after, day) <= 0);
    complaints.check(status === 200 || isFull, `${days.join(', ')} were free and refused`);
  }
}

/** New students join at the same moment, spread over these classes. */
async function joinAtOnce(school: School, students: number, classes: CampClass[]) {
  const people = await school.addPeople(students);
  return Promise.all(
    people.map((person, index) => joinClass(person, classes[index % classes.length]!)),
  );
}

function findP99(answers: { ms: number }[]): number {
  return percentile(
    answers.map(({ ms }) => ms),
    0.99,
  );
}
