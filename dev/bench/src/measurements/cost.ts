import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { Program } from '../../../../server/src/testing/programs.ts';
import { mintToken } from '../../../resilience/src/school.ts';
import { type HttpRequest, makeRequest, sendAll } from '../load.ts';
import type { Line, Measurement } from '../measurement.ts';
import { fillSchool, makeCampClass, studentEmail } from '../people.ts';
import { median } from '../ratios.ts';
import { openSchool, readUse } from '../school.ts';

const ROUNDS = 5;
const REQUESTS = 400;
const SIZE = { users: 1_000, classes: 200, seats: 3_000 };

/** What a call costs the processors: the sum in docs/scaling.md begins with it. */
export const cost: Measurement = {
  name: 'cost',
  method: `Processor time of the server’s process and of the database’s, for a call: ${REQUESTS} calls a round, 20 at once, median of ${ROUNDS} rounds, the first one left out. A school of ${SIZE.users} users, ${SIZE.classes} classes and ${SIZE.seats} seats taken. The database is the sandbox’s: MongoDB’s own takes other times, and the number of its operations is the same.`,
  async run(build) {
    const school = await openSchool(build);
    try {
      const { collections } = await school.connect('cost');
      const { admin } = await fillSchool(collections, SIZE);
      const open = Array.from({ length: REQUESTS }, (_none, number) =>
        makeCampClass(SIZE.classes + number, Date.now()),
      );
      await collections.classes.insertMany(open);
      const server = await school.startServer('cost');
      const classes = await fetch(`http://127.0.0.1:${server.port}/api/classes?page=1`);
      const etag = classes.headers.get('etag') ?? '';
      await classes.arrayBuffer();

      const signedIn = (call: string, email: string, body?: object) =>
        makeRequest(call, { Authorization: `Bearer ${mintToken(email, new Date())}` }, body);
      const calls: [what: string, request: (number: number) => HttpRequest, status?: number][] = [
        ['A page of classes, from memory', () => makeRequest('GET /api/classes?page=1')],
        [
          'The same, not changed (304)',
          () => makeRequest('GET /api/classes?page=1', { 'If-None-Match': etag }),
          304,
        ],
        [
          'A page of classes, read anew',
          (number) =>
            makeRequest(`GET /api/classes?page=1&max_price=${100 + (made += number + 1)}`),
        ],
        [
          'Selected courses (GET /myclass)',
          (number) =>
            signedIn(`GET /api/myclass?email=${studentEmail(number)}`, studentEmail(number)),
        ],
        [
          'A student’s figures (GET /userStats)',
          (number) =>
            signedIn(`GET /api/userStats?email=${studentEmail(number)}`, studentEmail(number)),
        ],
        [
          'Join (POST /addClass)',
          (number) =>
            signedIn('POST /api/addClass', studentEmail(number), {
              classId: open[number]?._id.toHexString(),
              email: studentEmail(number),
            }),
        ],
        [
          'The school’s figures (GET /adminStats)',
          () => signedIn(`GET /api/adminStats?email=${admin}`, admin),
        ],
      ];
      const empty = () =>
        collections.classes.updateMany(
          { _id: { $in: open.map(({ _id }) => _id) } },
          { $set: { sit: MAX_SEATS, seats: [] } },
        );
      const costs: { what: string; ours: number; database: number }[] = [];
      for (const [what, request, status = 200] of calls) {
        const rounds: { ours: number; database: number }[] = [];
        for (let round = 0; round <= ROUNDS; round += 1) {
          await empty();
          const requests = Array.from({ length: REQUESTS }, (_none, number) => request(number));
          rounds.push(await measure(server, school.database, requests, status));
        }
        const middle = (pick: 'ours' | 'database') =>
          median(rounds.slice(1).map((round) => round[pick]));
        costs.push({ what, ours: middle('ours'), database: middle('database') });
      }
      const unit = costs[0]?.ours ?? NaN;
      return costs.map(({ what, ours, database }): Line => ({
        what,
        against: 'a page of classes from memory',
        seen: `${toMicroseconds(ours)} in the server, ${toMicroseconds(database)} in the database`,
        ratio: (ours + database) / unit,
      }));
    } finally {
      await school.close();
    }
  },
};

/** Makes searches that nobody has made before. */
let made = 0;

/** @returns seconds of the processor for a call */
async function measure(
  server: Program,
  database: Program,
  requests: HttpRequest[],
  expected: number,
): Promise<{ ours: number; database: number }> {
  const before = [
    await readUse(server, 'processor'),
    await readUse(database, 'processor'),
  ] as const;
  await sendAll(server.port, requests, { atOnce: 20, expected });
  const after = [await readUse(server, 'processor'), await readUse(database, 'processor')] as const;
  return {
    ours: (after[0] - before[0]) / requests.length,
    database: (after[1] - before[1]) / requests.length,
  };
}

function toMicroseconds(seconds: number): string {
  return `${Math.round(seconds * 1e6)} µs`;
}
