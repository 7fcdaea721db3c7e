import { makeRequest, measureRate } from '../load.ts';
import { compareRates, type Line, type Measurement } from '../ratios.ts';
import type { School } from '../school.ts';

const ROUNDS = 15;
const REQUESTS = 1_000;
const AT_ONCE = 50;

/** Headers that Node's HTTP server adds by itself. */
const FROM_NODE = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** GET /classes and GET /classes/{id}, compared with a bare Express route that sends the same. */
export const catalog: Measurement = {
  name: 'catalog',
  title: 'Public lists',
  method: `${AT_ONCE} connections, ${REQUESTS} requests a round, ${ROUNDS} rounds, the demo school. The bare route is \`response.set(headers).send(bytes)\` with the same headers and bytes.`,
  async run(school) {
    const server = await school.startServer('catalog', { SEED_DEMO_DATA: 'true' });
    const list = await fetch(`http://127.0.0.1:${server.port}/api/classes`);
    const [first] = (await list.json()) as { _id: string }[];
    return [
      await measurePath(school, server.port, '/api/classes', 'GET /classes'),
      await measurePath(school, server.port, `/api/classes/${first?._id}`, 'GET /classes/{id}'),
    ];
  },
};

async function measurePath(
  school: School,
  port: number,
  path: string,
  what: string,
): Promise<Line> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !FROM_NODE.includes(name)),
  );
  const body = await answer.text();
  const bare = await school.startBare({ ANSWERS: JSON.stringify({ [path]: { headers, body } }) });
  const requests = Array<Buffer>(REQUESTS).fill(makeRequest(`GET ${path}`));
  const result = await compareRates(ROUNDS, 'requests', (side) =>
    measureRate(side === 'ours' ? port : bare.port, requests, AT_ONCE),
  );
  await bare.stop();
  const size = (Buffer.byteLength(body) / 1024).toFixed(1);
  return {
    what: `${what}, ${AT_ONCE} at once`,
    against: `a bare Express route that sends the same ${size} kB`,
    ...result,
    bar: { atLeast: 0.7 },
  };
}
