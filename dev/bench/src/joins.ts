import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { ClassDocument, Collections } from '../../../server/src/database/collections.ts';
import { makeRequest } from './load.ts';
import { authorize, makeCampClass, makePerson } from './people.ts';

/** Adds students and a class for each. @returns their joins, and what makes all of these seats free again */
export async function prepareJoins(
  { users, classes }: Collections,
  count: number,
  { from = 0, fields = {} }: { from?: number; fields?: Partial<ClassDocument> } = {},
) {
  const numbers = Array.from({ length: count }, (_none, number) => number);
  const people = numbers.map((number) => makePerson(`joiner-${number}@bench.test`, 'student'));
  const made = numbers.map((number) => ({
    ...makeCampClass(from + number, Date.now()),
    ...fields,
  }));
  await users.insertMany(people);
  await classes.insertMany(made);
  const requests = made.map(({ _id, price }, number) => {
    const { email } = people[number]!;
    const body = { classId: _id.toHexString(), email, price };
    return makeRequest('POST /api/addClass', authorize(email), body);
  });
  const joined = { _id: { $in: made.map(({ _id }) => _id) } };
  return {
    requests,
    async freeSeats(): Promise<void> {
      const free = { sit: MAX_SEATS, seats: [] };
      await classes.updateMany(joined, { $set: free, $inc: { version: 1 } });
      await users.updateMany({}, { $unset: { holds: '', holdsRevision: '' } });
    },
  };
}
