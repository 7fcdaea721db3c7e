import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { makeRequest, measureRate } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { authorize, makeCampClass, makePerson, studentEmail } from '../people.ts';
import { compareRates } from '../ratios.ts';

const ROUNDS = 21;
const JOINS = 4_000;
const AT_ONCE = 50;

/** POST /addClass, compared with a bare Express route that makes the same look-up and the same updates. */
export const join: Measurement = {
  name: 'join',
  title: 'Joining a class',
  method: `${JOINS} students join ${JOINS} classes, one each, over ${AT_ONCE} connections; ${ROUNDS} rounds. The bare route reads the body, looks up the caller and makes the server's own two updates (of the student and of the class) with the server's own database settings (acknowledged by a majority, journaled). It has no token, no rules, no limits and no log.`,
  async run(school) {
    const { collections } = await school.connect('join');
    const numbers = Array.from({ length: JOINS }, (_none, number) => number);
    const classes = numbers.map((number) => makeCampClass(number, Date.now()));
    await collections.users.insertMany(
      numbers.map((number) => makePerson(studentEmail(number), 'student')),
    );
    await collections.classes.insertMany(classes);
    const requests = classes.map(({ _id, price }, number) => {
      const email = studentEmail(number);
      const body = { classId: _id.toHexString(), email, price };
      return makeRequest('POST /api/addClass', authorize(email), body);
    });

    const server = await school.startServer('join');
    const bare = await school.startBare({ MONGODB_URI: school.nameUri('join') });
    const result = await compareRates(ROUNDS, 'joins', async (side) => {
      await collections.classes.updateMany(
        {},
        { $set: { sit: MAX_SEATS, seats: [] }, $inc: { version: 1 } },
      );
      await collections.users.updateMany({}, { $unset: { holds: '', holdsRevision: '' } });
      return measureRate(side === 'ours' ? server.port : bare.port, requests, AT_ONCE);
    });
    return [
      {
        what: `Join, one class each, ${AT_ONCE} at once`,
        against: 'a bare Express route with the same look-up and updates',
        ...result,
        bar: { atLeast: 0.8 },
      },
    ];
  },
};
