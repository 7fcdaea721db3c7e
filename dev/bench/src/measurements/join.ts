import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { ClassDocument } from '../../../../server/src/database/class-document.ts';
import type { Collections } from '../../../../server/src/database/collections.ts';
import { makeRequest, measureRate } from '../load.ts';
import { authorize, makeCampClass, makePerson, studentEmail } from '../people.ts';
import { compareRates, type Measurement } from '../ratios.ts';

const ROUNDS = 21;
const JOINS = 4_000;
/** Of the two rows that compare the server with itself. */
const OWN_JOINS = 2_000;
const AT_ONCE = 50;

/** POST /addClass, compared with a bare Express route that makes the same look-ups and updates. */
export const join: Measurement = {
  name: 'join',
  title: 'Joining a class',
  method: `${JOINS} students join ${JOINS} classes, one each, over ${AT_ONCE} connections; ${ROUNDS} rounds. The bare route reads the body, looks up the caller and the family's financial aid, and makes the server's own two updates (of the student and of the class) with the server's own database settings (acknowledged by a majority, journaled). It has no token, no rules, no limits and no log. Two more rows compare the server with itself: classes of 20 days with classes of 5, and two days of a class that is sold by day with all of it.`,
  async run(school) {
    const { collections } = await school.connect('join');
    const { requests, freeSeats } = await prepareJoins(collections, { first: 0, count: JOINS }, {});
    const own = (place: number) => ({ first: JOINS + place * OWN_JOINS, count: OWN_JOINS });
    const long = await prepareJoins(collections, own(0), listDays(20));
    const short = await prepareJoins(collections, own(1), listDays(5));
    const some = await prepareJoins(collections, own(2), BY_DAY, listDays(2).days);
    const whole = await prepareJoins(collections, own(3), BY_DAY);
    const server = await school.startServer('join');
    const bare = await school.startBare({ MONGODB_URI: school.nameUri('join') });
    const result = await compareRates(ROUNDS, 'joins', async (side) => {
      await freeSeats();
      return measureRate(side === 'ours' ? server.port : bare.port, requests, AT_ONCE);
    });
    const compareOwn = (ours: Prepared, theirs: Prepared) =>
      compareRates(ROUNDS, 'joins', async (side) => {
        await freeSeats();
        const wanted = side === 'ours' ? ours : theirs;
        return measureRate(server.port, wanted.requests, AT_ONCE);
      });
    return [
      {
        what: `Join, one class each, ${AT_ONCE} at once`,
        against: 'a bare Express route with the same look-ups and updates',
        ...result,
        bar: { atLeast: 0.8 },
      },
      {
        what: 'Join of classes of 20 days',
        against: 'the same of 5 days',
        ...(await compareOwn(long, short)),
        bar: { atLeast: 0.95 },
      },
      {
        what: 'Join for two days of a class that is sold by day',
        against: 'the same for all of its days',
        ...(await compareOwn(some, whole)),
        bar: { atLeast: 0.5 },
      },
    ];
  },
};

type Prepared = Awaited<ReturnType<typeof prepareJoins>>;

/** So many days in a row, a year from now. */
function listDays(count: number) {
  const days = Array.from({ length: count }, (_none, day) =>
    new Date(Date.now() + (365 + day) * 86_400_000).toISOString().slice(0, 10),
  );
  return { days, camp_start: days[0]!, camp_end: days.at(-1)! };
}

const BY_DAY = { ...listDays(20), byDay: { prices: [10], atLeast: 1 } };

/**
 * Adds students and a class for each.
 * @param days those that each wants; without them, all
 * @returns their joins, and what makes all seats free again
 */
async function prepareJoins(
  { users, classes }: Collections,
  { first, count }: { first: number; count: number },
  fields: Partial<ClassDocument>,
  days?: string[],
) {
  const numbers = Array.from({ length: count }, (_none, number) => first + number);
  const people = numbers.map((number) => makePerson(studentEmail(number), 'student'));
  const made = numbers.map((number) => ({ ...makeCampClass(number, Date.now()), ...fields }));
  await users.insertMany(people);
  await classes.insertMany(made);
  const requests = made.map((campClass, number) => {
    const { email } = people[number]!;
    const { price } = asChosen(campClass, { days });
    const body = { classId: campClass._id.toHexString(), email, price, ...(days && { days }) };
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
