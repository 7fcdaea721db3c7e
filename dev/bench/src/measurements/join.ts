import { prepareJoins } from '../joins.ts';
import { measureRate } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { compareRates } from '../ratios.ts';

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
    const { requests, freeSeats } = await prepareJoins(collections, JOINS);
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
