import { makeRequest, sendAll } from '../load.ts';
import { authorize, fillSchool, type Size, studentEmail } from '../people.ts';
import { compareTimes, quantile, type Side, type Line, type Measurement } from '../ratios.ts';
import type { School } from '../school.ts';

const ROUNDS = 5;
const REQUESTS = 100;
const SMALL: Size = { users: 100, classes: 20, seats: 400 };
const LARGE: Size = { users: 10_000, classes: 2_000, seats: 40_000 };
const BARS = { myclass: 1.5, userStats: 1.5, adminStats: 3 };

/** The calls whose cost could grow with the school. */
export const growth: Measurement = {
  name: 'growth',
  title: 'A hundred times the data',
  method: `p95 of ${REQUESTS} requests, one after the other, ${ROUNDS} rounds, each with other students. Small school: ${describeSize(SMALL)}. Large school: ${describeSize(LARGE)}. A quarter of the seats are held; the others were paid for over 120 days. Both schools are in one database server, and each has its own server process.`,
  async run(school) {
    const [small, large] = [await open(school, SMALL), await open(school, LARGE)];
    const lines: Line[] = [];
    for (const [path, atMost] of Object.entries(BARS)) {
      const what = `GET /${path}, p95 in the large school`;
      const row = { what, against: 'the same in the small school', atMost };
      const measure = (side: Side) => (side === 'ours' ? large : small)(path);
      lines.push(await compareTimes(row, ROUNDS, measure));
    }
    return lines;
  },
};

/** @returns a function that measures the p95 of a path, in milliseconds */
async function open(school: School, size: Size): Promise<(path: string) => Promise<number>> {
  const name = `school_${size.users}`;
  const { collections } = await school.connect(name);
  const { admin } = await fillSchool(collections, size);
  const { port } = await school.startServer(name);
  let next = 0;
  return async (path) => {
    const requests = Array.from({ length: REQUESTS }, () => {
      const email = path === 'adminStats' ? admin : studentEmail((next += 7) % (size.users - 1));
      return makeRequest(`GET /api/${path}?email=${email}`, authorize(email));
    });
    return quantile(await sendAll(port, requests, 1), 0.95);
  };
}

function describeSize({ users, classes, seats }: Size): string {
  return `${users} users, ${classes} classes, ${seats} seats taken`;
}
