import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { Collections } from '../../../../server/src/database/collections.ts';
import { makeRequest, measureRate } from '../load.ts';
import { authorize, makeCampClass, makePerson, studentEmail } from '../people.ts';
import { compareRates, type Measurement } from '../ratios.ts';

const ROUNDS = 21;
const JOINS = 4_000;
const AT_ONCE = 50;

/** POST /addClass, compared with a bare Express route that makes the same look-ups and updates. */
export const join: Measurement = {
  name: 'join',
  title: 'Joining a class',
  method: `${JOINS} students join ${JOINS} classes, one each, over ${AT_ONCE} connections; ${ROUNDS} rounds. The bare route reads the body, looks up the caller and the family's financial aid, and makes the server's own two updates (of the student and of the class) with the server's own database settings (acknowledged by a majority, journaled). It has no token, no rules, no limits and no log.`,
  async run(school) {
    const { collections } = await school.connect('join');
    const { requests, freeSeats } = await prepareJoins(collections);
    const server = await school.startServer('join');
    const bare = await school.startBare({ MONGODB_URI: school.nameUri('join') });
    const result = await compareRates(ROUNDS, 'joins', async (side) => {
      await freeSeats();
      return measureRate(side === 'ours' ? server.port : bare.port, requests, AT_ONCE);
    });
    return [
      {
        what: `Join, one class each, ${AT_ONCE} at once`,
        against: 'a bare Express route with the same look-ups and updates',
        ...result,
        bar: { atLeast: 0.8 },
      },
    ];
  },
};

/** Adds students and a class for each. @returns their joins, and what makes all of these seats free again */
async function prepareJoins({ users, classes }: Collections) {
  const numbers = Array.from({ length: JOINS }, (_none, number) => number);
  const people = numbers.map((number) => makePerson(studentEmail(number), 'student'));
  const made = numbers.map((number) => makeCampClass(number, Date.now()));
  await users.insertMany(people);
  await classes.insertMany(made);
  const requests = made.map(({ _id, price }, number) => {
    const { email } = people[number]!;
    const body = { classId: _id.toHexString(), email, price };
    return makeRequest('POST /api/addClass', authorize(email), body);
  });
  return {
    requests,
    async freeSeats(): Promise<void> {
      await classes.updateMany({}, { $set: { sit: MAX_SEATS, seats: [] }, $inc: { version: 1 } });
      await users.updateMany({}, { $unset: { holds: '', holdsRevision: '' } });
    },
  };
}
