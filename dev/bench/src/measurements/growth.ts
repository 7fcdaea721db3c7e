import { mintToken } from '../../../resilience/src/school.ts';
import { makeRequest, sendAll } from '../load.ts';
import type { Line, Measurement } from '../measurement.ts';
import { fillSchool, type Size, studentEmail } from '../people.ts';
import { measureInTurns, median, quantile, ratioOf } from '../ratios.ts';
import { openSchool, type School } from '../school.ts';

const ROUNDS = 5;
const REQUESTS = 100;
const SMALL: Size = { users: 100, classes: 20, seats: 400 };
const LARGE: Size = { users: 10_000, classes: 2_000, seats: 40_000 };

/** The calls whose cost could grow with the school. */
export const growth: Measurement = {
  name: 'growth',
  method: `p95 of ${REQUESTS} requests one after the other, ${ROUNDS} rounds, each round of students of its own. Small school: ${describeSize(SMALL)}. Large school: ${describeSize(LARGE)}, a quarter of the seats held and the others paid over 120 days. Both lie in one database server; each has a server process of its own.`,
  async run(build) {
    const school = await openSchool(build);
    try {
      const [small, large] = [await open(school, SMALL), await open(school, LARGE)];
      const lines: Line[] = [];
      for (const [path, atMost] of [
        ['myclass', 1.5],
        ['userStats', 1.5],
        ['adminStats', 3],
      ] as const) {
        const duel = await measureInTurns(
          ROUNDS,
          () => large.p95(path),
          () => small.p95(path),
        );
        lines.push({
          what: `GET /${path}, p95 in the large school`,
          against: 'the same in the small school',
          seen: `${median(duel.ours).toFixed(2)} : ${median(duel.theirs).toFixed(2)} ms`,
          ratio: ratioOf(duel, Number),
          reach: { atMost },
        });
      }
      return lines;
    } finally {
      await school.close();
    }
  },
};

async function open(school: School, size: Size) {
  const name = `school_${size.users}`;
  const { collections } = await school.connect(name);
  const { admin } = await fillSchool(collections, size);
  const { port } = await school.startServer(name);
  let next = 0;
  return {
    /** In milliseconds. */
    async p95(path: 'myclass' | 'userStats' | 'adminStats'): Promise<number> {
      const requests = Array.from({ length: REQUESTS }, () => {
        const email = path === 'adminStats' ? admin : studentEmail((next += 7) % (size.users - 1));
        const headers = { Authorization: `Bearer ${mintToken(email, new Date())}` };
        return makeRequest(`GET /api/${path}?email=${email}`, headers);
      });
      const { latencies } = await sendAll(port, requests, { atOnce: 1, expected: 200 });
      return quantile(latencies, 0.95);
    },
  };
}

function describeSize({ users, classes, seats }: Size): string {
  return `${users} users, ${classes} classes, ${seats} seats taken`;
}
