import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, guard, percentile } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { joinClass } from '../journeys.ts';
import { isTruthful } from '../refusals.ts';
import { withSchool } from '../school.ts';

const AMOUNT = {
  full: { rounds: 20, students: 500 },
  short: { rounds: 1, students: 100 },
};

/** 99 of 100 students must have an answer within this time, in milliseconds. */
const P99_MS = 2_000;

/** Far more students than there are seats press Join Now at the same moment, on two servers. */
export const race: Attack = {
  name: 'race',
  title: 'Race for seats',
  promise: 'exactly 20 get a seat in each round; no 5xx; p99 under 2 s',
  guards: [guard('hasFreeSeat', 'a seat is taken only while one is free', '{}')],
  async run(build, amount) {
    const { rounds, students } = AMOUNT[amount];
    const { list: broken, check } = collectComplaints();
    const times: number[] = [];
    await withSchool(build, { servers: 2 }, async (school) => {
      for (let round = 1; round <= rounds; round += 1) {
        const people = await school.addPeople(students);
        const campClass = await school.addClass();
        const answers = await Promise.all(people.map((person) => joinClass(person, campClass)));
        times.push(...answers.map(({ ms }) => ms));
        const joined = answers.filter(({ status }) => status === 200).length;
        const wrong = answers.filter((answer) => !isTruthful(answer, 'seats taken')).length;
        check(joined === MAX_SEATS, `Round ${round}: ${joined} were told they have a seat`);
        check(wrong === 0, `Round ${round}: ${wrong} were told neither 'joined' nor 'full'`);
        const after = await school.collections.classes.findOne({ _id: campClass._id });
        if (after) checkSeats(after, { list: broken, check });
      }
    });
    const p99 = percentile(times, 0.99);
    if (amount === 'full') check(p99 < P99_MS, `p99 was ${Math.round(p99)} ms`);
    return {
      rounds: `${rounds} rounds of ${students} students, 20 seats, 2 servers`,
      seen: `20 joined in each, ${rounds * (students - MAX_SEATS)} told full; p99 ${Math.round(p99)} ms`,
      broken,
    };
  },
};
