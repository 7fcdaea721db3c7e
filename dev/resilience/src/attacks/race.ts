import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, percentile } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { openSchool } from '../school.ts';

const AMOUNT = {
  full: { rounds: 20, students: 500 },
  short: { rounds: 1, students: 100 },
};

/** The longest that all but one in a hundred may wait, in milliseconds. */
const P99_MS = 2_000;

/** Far more students than seats press Join Now at the same moment, at two servers. */
export const race: Attack = {
  name: 'race',
  title: 'Race for seats',
  promise: 'Exactly 20 get a seat in each round, no 5xx, p99 under 2 s',
  guards: [
    {
      name: 'a seat is taken only while one is free',
      file: 'server/src/seats/seats.repo.ts',
      after: 'function describeHold',
      cut: '      sit: { $gt: 0 },\n',
    },
  ],
  async run(build, amount) {
    const { rounds, students } = AMOUNT[amount];
    const { list: broken, check } = collectComplaints();
    const times: number[] = [];
    const school = await openSchool(build, { servers: 2 });
    try {
      const people = await school.addPeople(students);
      for (let round = 1; round <= rounds; round += 1) {
        const campClass = await school.addClass();
        const answers = await Promise.all(
          people.map(({ call, email }) =>
            call('POST /addClass', { body: { classId: campClass.id, email } }),
          ),
        );
        times.push(...answers.map(({ ms }) => ms));
        const joined = answers.filter(({ status }) => status === 200).length;
        const toldFull = answers.filter(({ body }) => body.code === 'class_full').length;
        check(joined === MAX_SEATS, `Round ${round}: ${joined} were told that they have a seat`);
        check(
          joined + toldFull === students,
          `Round ${round}: ${students - joined - toldFull} were told neither 'joined' nor 'full'`,
        );
        const after = await school.collections.classes.findOne({ _id: campClass._id });
        if (after) checkSeats(after, { list: broken, check });
      }
    } finally {
      await school.close();
    }
    const p99 = percentile(times, 0.99);
    if (amount === 'full') check(p99 < P99_MS, `p99 was ${Math.round(p99)} ms`);
    return {
      rounds: `${rounds} rounds of ${students} students, 20 seats, 2 servers`,
      seen: `20 joined in each, ${rounds * (students - MAX_SEATS)} told full; p99 ${Math.round(p99)} ms`,
      broken,
    };
  },
};
