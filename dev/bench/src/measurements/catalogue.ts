import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../../../../server/src/testing/programs.ts';
import { makeRequest, sendAll } from '../load.ts';
import type { Line, Measurement } from '../measurement.ts';
import { type Duel, median, measureInTurns, ratioOf } from '../ratios.ts';
import { openSchool, readUse, type School } from '../school.ts';

const ROUNDS = 15;
const REQUESTS = 1_000;
const AT_ONCE = 50;

/** Headers that the server's HTTP layer makes by itself. */
const NOT_OURS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** GET /classes and GET /classes/{id} against a bare Express route that sends the same. */
export const catalogue: Measurement = {
  name: 'catalogue',
  method: `${AT_ONCE} connections, ${REQUESTS} requests a round, ${ROUNDS} rounds; the demo school. The bare route is \`response.set(headers).send(bytes)\` with the very headers and bytes of ours. The processor time is that of the server's process: what others do on the machine does not touch it.`,
  async run(build) {
    const school = await openSchool(build);
    try {
      const server = await school.startServer('catalogue', { SEED_DEMO_DATA: 'true' });
      const classes = (await (
        await fetch(`http://127.0.0.1:${server.port}/api/classes`)
      ).json()) as {
        _id: string;
      }[];
      return [
        ...(await measurePath(school, server, '/api/classes', 'GET /classes')),
        ...(await measurePath(
          school,
          server,
          `/api/classes/${classes[0]?._id}`,
          'GET /classes/{id}',
        )),
      ];
    } finally {
      await school.close();
    }
  },
};

/** Requests. */
type Speed = { perSecond: number; perProcessorSecond: number };

function perSecond(speed: Speed): number {
  return speed.perSecond;
}

async function measurePath(
  school: School,
  ours: Program,
  path: string,
  what: string,
): Promise<Line[]> {
  const answer = await fetch(`http://127.0.0.1:${ours.port}${path}`);
  const headers = Object.fromEntries(
    [...answer.headers].filter(([header]) => !NOT_OURS.includes(header)),
  );
  const body = Buffer.from(await answer.arrayBuffer());
  const folder = await mkdtemp(join(tmpdir(), 'speakifyr-bench-body-'));
  try {
    const file = join(folder, 'body');
    await writeFile(file, body);
    const bare = await school.start('dev/bench/src/bare-express.ts', {
      ROUTE: path,
      BODY_FILE: file,
      HEADERS: JSON.stringify(headers),
    });
    const full = makeRequest(`GET ${path}`);
    const known = makeRequest(`GET ${path}`, { 'If-None-Match': headers.etag ?? '' });
    const send = async (to: Program, request: Buffer, expected: number): Promise<Speed> => {
      const before = await readUse(to, 'processor');
      const requests = Array<Buffer>(REQUESTS).fill(request);
      const { seconds } = await sendAll(to.port, requests, { atOnce: AT_ONCE, expected });
      const processor = (await readUse(to, 'processor')) - before;
      return { perSecond: REQUESTS / seconds, perProcessorSecond: REQUESTS / processor };
    };
    const whole = await measureInTurns(
      ROUNDS,
      () => send(ours, full, 200),
      () => send(bare, full, 200),
    );
    const conditional = await measureInTurns(
      ROUNDS,
      () => send(ours, known, 304),
      () => send(bare, full, 200),
    );
    const size = `${(body.length / 1024).toFixed(1)} kB`;
    const against = `a bare Express 5 route sending all ${size}`;
    const toLine = (what: string, duel: Duel<Speed>, atLeast: number): Line => {
      const pace = median(duel.ours.map(perSecond));
      const barePace = median(duel.theirs.map(perSecond));
      const byProcessor = ratioOf(duel, ({ perProcessorSecond }) => perProcessorSecond);
      return {
        what,
        against,
        seen: `${Math.round(pace)} : ${Math.round(barePace)} requests a second; by processor time alone ${byProcessor.toFixed(2)}`,
        ratio: ratioOf(duel, perSecond),
        reach: { atLeast },
      };
    };
    await bare.stop();
    return [
      toLine(`${what}, ${AT_ONCE} at once`, whole, 0.9),
      toLine(`${what} with If-None-Match, ${AT_ONCE} at once`, conditional, 1.5),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
