import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { describeHold } from '../../../../server/src/seats/seats.repo.ts';
import type { Program } from '../../../../server/src/testing/programs.ts';
import { mintToken } from '../../../resilience/src/school.ts';
import { makeRequest, sendAll } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { HOLD_MS, makeCampClass, makeHeldSeat, makePerson, studentEmail } from '../people.ts';
import { measureInTurns, median, ratioOf } from '../ratios.ts';
import { openSchool } from '../school.ts';

const ROUNDS = 21;
const JOINS = 4_000;
const AT_ONCE = 50;

/** POST /addClass against the driver doing the same update. */
export const join: Measurement = {
  name: 'join',
  method: `${JOINS} students join ${JOINS} classes, one each, ${AT_ONCE} at once and each connection from an address of its own; ${ROUNDS} rounds. The driver does the server's own update, a command for each, with the server's own settings (acknowledged by a majority, journaled). The bare route reads the body and does the same: no token, no rule, no limit, no log.`,
  async run(build) {
    const school = await openSchool(build);
    try {
      const { collections } = await school.connect('join');
      const { users, classes } = collections;
      const people = Array.from({ length: JOINS }, (_none, number) =>
        makePerson(studentEmail(number), 'student'),
      );
      const made = Array.from({ length: JOINS }, (_none, number) =>
        makeCampClass(number, Date.now()),
      );
      await users.insertMany(people);
      await classes.insertMany(made);
      const server = await school.startServer('join');
      const startBare = (env: Record<string, string>) =>
        school.start('dev/bench/src/bare-join.ts', { MONGODB_URI: school.nameUri('join'), ...env });
      const bare = await startBare({});
      const bareWithLookup = await startBare({ LOOKS_UP: 'yes' });

      const requests = people.map(({ email }, number) =>
        makeRequest(
          'POST /api/addClass',
          { Authorization: `Bearer ${mintToken(email, new Date())}` },
          {
            classId: made[number]?._id.toHexString(),
            email,
            price: made[number]?.price,
          },
        ),
      );
      const empty = () =>
        classes.updateMany({ status: 'open' }, { $set: { sit: MAX_SEATS, seats: [] } });
      const joinOverHttp = async ({ port }: Program) => {
        await empty();
        const { seconds } = await sendAll(port, requests, { atOnce: AT_ONCE, expected: 200 });
        return JOINS / seconds;
      };
      const againstDriver = async (program: Program) => {
        const duel = await measureInTurns(
          ROUNDS,
          () => joinOverHttp(program),
          async () => {
            await empty();
            return JOINS / (await joinByDriver());
          },
        );
        return {
          against: 'the driver alone doing the same update',
          seen: `${Math.round(median(duel.ours))} : ${Math.round(median(duel.theirs))} joins a second`,
          ratio: ratioOf(duel, Number),
        };
      };
      return [
        {
          what: `Join, one class each, ${AT_ONCE} at once`,
          ...(await againstDriver(server)),
          reach: { atLeast: 0.6 },
        },
        {
          what: 'A bare Express 5 route, for comparison',
          ...(await againstDriver(bare)),
        },
        {
          what: 'The same with a look-up of the caller',
          ...(await againstDriver(bareWithLookup)),
        },
      ];

      /** @returns seconds */
      async function joinByDriver(): Promise<number> {
        let next = 0;
        const started = performance.now();
        const work = async () => {
          for (let number = next++; number < JOINS; number = next++) {
            const { _id: classId, price } = made[number]!;
            const seat = makeHeldSeat(people[number]!, Date.now(), HOLD_MS);
            const { filter, update } = describeHold({ classId, seat, price });
            const { modifiedCount } = await classes.updateOne(filter, update);
            if (modifiedCount !== 1) throw new Error('The driver got no seat');
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        return (performance.now() - started) / 1_000;
      }
    } finally {
      await school.close();
    }
  },
};
