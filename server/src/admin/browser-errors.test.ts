import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { useTestApp } from '../testing/test-app.ts';
import { writeWebApp } from '../testing/web-app.ts';

const LIMIT = 20;
/** The web app as far as the server reads it at its start. */
const clientDir = mkdtempSync(join(tmpdir(), 'speakifyr-app-'));
writeWebApp(clientDir, {}, ['/', '/dashboard/children/:id']);
afterAll(() => rmSync(clientDir, { recursive: true }));

let written: string[] = [];
const stream = { write: (text: string) => void written.push(text) };
const app = useTestApp(({ environment }) => ({ log: createLog(environment, stream) }), {
  ...{ LOG_LEVEL: 'info', CLIENT_DIR: clientDir, RATE_LIMIT_PER_MINUTE: String(LIMIT) },
  // Each test calls from an address of its own.
  TRUST_PROXY: '1',
});

const report = {
  page: '/dashboard/children/:id',
  name: 'TypeError',
  frames: ['/assets/child-page-B1cD2eF3.js:1:2345', '/assets/main-C1cD2eF3.js:14:9'],
  browser: 'Safari',
};

const send = (from: string, body: object) =>
  app.http.post('/api/browserErrors').set('X-Forwarded-For', from).send(body);

/** @returns what is counted, by the page */
async function readCounts(): Promise<Record<string, number>> {
  const { text } = await app.http.get('/api/metrics').expect(200);
  const found = text.matchAll(/^speakifyr_browser_errors_total\{route="(.*)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, page, count]) => [page, Number(count)]));
}

/** @returns the log's lines about errors in browsers */
const readLines = () =>
  written
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'an error in a browser');

// Rules: R506.
test('an error is counted by the page’s pattern, and is one warning in the log', async () => {
  written = [];
  await send('192.0.2.1', report).expect(200, { status: true });

  expect(await readCounts()).toEqual({ '/dashboard/children/:id': 1 });
  const { page, ...rest } = report;
  expect(readLines()).toEqual([expect.objectContaining({ level: 40, route: page, ...rest })]);
});

test('what is no page of the app counts as other, and its words are not in the log', async () => {
  written = [];
  const addresses = ['/dashboard/children/65f1c0ffee0123456789abcd', '/rosa', '"} 1\nfake{a="', ''];
  for (const page of addresses) await send('192.0.2.2', { ...report, page }).expect(200);

  expect(Object.keys(await readCounts()).sort()).toEqual(['/dashboard/children/:id', 'other']);
  expect(await readCounts()).toMatchObject({ other: addresses.length });
  expect(readLines()).toHaveLength(addresses.length);
  expect(written.join('')).not.toMatch(/rosa|65f1c0ffee|fake/i);
});

test('no field has room for words about a person, and none that is not asked for gets anywhere', async () => {
  written = [];
  const before = await readCounts();
  for (const wrong of [
    { name: 'Rosa Parks is allergic' },
    { name: 'rosa@example.org' },
    { frames: ['/classes/65f1c0ffee0123456789abcd:1:1'] },
    { frames: ['/assets/main.js?email=rosa@example.org:1:1'] },
    { frames: ['https://camp.example/assets/main.js:1:1'] },
    { frames: ['/assets/rosa is ill.js:1:1'] },
    { frames: [] },
    { frames: Array.from({ length: 9 }, () => report.frames[0]) },
    { browser: 'Rosa’s phone' },
    { page: 'x'.repeat(101) },
  ])
    expect((await send('192.0.2.3', { ...report, ...wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    );
  expect(await readCounts()).toEqual(before);

  const more = { message: 'Rosa is allergic', stack: 'Rosa', url: '/?token=rosa', user: 'rosa' };
  await send('192.0.2.3', { ...report, ...more }).expect(200);
  expect(readLines()).toHaveLength(1);
  expect(written.join('')).not.toMatch(/rosa/i);
});

test('a report that is too large is refused unread', async () => {
  const before = await readCounts();
  const { body } = await send('192.0.2.4', { ...report, message: 'x'.repeat(200_000) }).expect(400);
  expect(body).toMatchObject({ code: 'invalid_input', message: 'The request is too large.' });
  expect(await readCounts()).toEqual(before);
});

test('one address reports so much a minute, and others go on', async () => {
  const statuses: number[] = [];
  for (let i = 0; i <= LIMIT; i++) statuses.push((await send('192.0.2.5', report)).status);
  expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 429]);
  await send('192.0.2.6', report).expect(200);
});
