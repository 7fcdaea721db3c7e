import { mintToken } from '../../../resilience/src/school.ts';
import { type HttpRequest, makeRequest, sendAll } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { fillSchool, studentEmail } from '../people.ts';
import { type Duel, median, ratioOf } from '../ratios.ts';
import { openSchool, readUse } from '../school.ts';

const ROUNDS = 5;
const FEW = 1_000;
const MANY = 100_000;
const SIZE = { users: 1_000, classes: 200, seats: 4_000 };

/** What the server keeps of requests that are over. */
export const memory: Measurement = {
  name: 'memory',
  method: `Resident memory of the server (RSS) and its heap in use, each after a full garbage collection, when V8 has given its pages back; ${ROUNDS} servers, one after the other. Requests of 999 students, 20 at once: their cart, their figures, searches that differ, single classes, visits.`,
  async run(build) {
    const school = await openSchool(build);
    try {
      const { collections } = await school.connect('memory');
      await fillSchool(collections, SIZE);
      const ids = await collections.classes.distinct('_id');
      const makeRequests = (from: number, to: number) =>
        Array.from({ length: to - from }, (_none, index) => makeNth(from + index, ids.map(String)));
      const uses: Duel<NodeJS.MemoryUsage> = { ours: [], theirs: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await school.startServer('memory');
        const send = (requests: HttpRequest[]) =>
          sendAll(server.port, requests, { atOnce: 20, expected: 200 });
        await send(makeRequests(0, FEW));
        uses.theirs.push(await readUse(server, 'memory'));
        for (let from = FEW; from < MANY; from += 9_900)
          await send(makeRequests(from, from + 9_900));
        uses.ours.push(await readUse(server, 'memory'));
        await server.stop();
      }
      const line = (what: string, name: 'rss' | 'heapUsed') => ({
        what: `${what} after ${MANY} requests`,
        against: `after ${FEW}`,
        seen: `${toMegabytes(uses.ours, name)} : ${toMegabytes(uses.theirs, name)} MB`,
        ratio: ratioOf(uses, (use) => use[name]),
        reach: { atMost: 1.2 },
      });
      return [line('RSS of the server', 'rss'), line('Heap in use', 'heapUsed')];
    } finally {
      await school.close();
    }
  },
};

function makeNth(number: number, ids: string[]): HttpRequest {
  const email = studentEmail(number % (SIZE.users - 1));
  const headers = { Authorization: `Bearer ${mintToken(email, new Date())}` };
  switch (number % 5) {
    case 0:
      return makeRequest(`GET /api/myclass?email=${email}`, headers);
    case 1:
      return makeRequest(`GET /api/userStats?email=${email}`, headers);
    case 2:
      return makeRequest(`GET /api/classes?page=${1 + (number % 16)}&max_price=${number}`);
    case 3:
      return makeRequest(`GET /api/classes/${ids[number % ids.length]}`);
    default:
      return makeRequest('POST /api/connect', {}, VISIT);
  }
}

const VISIT = { date: '1/7/2027', time: '9:00:00 am', browser: 'b', platform: 'p', language: 'en' };

function toMegabytes(uses: NodeJS.MemoryUsage[], name: 'rss' | 'heapUsed'): string {
  return (median(uses.map((use) => use[name])) / 1024 / 1024).toFixed(1);
}
