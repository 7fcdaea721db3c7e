import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../sweep.ts';
import { buildClass, buildPaidSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
const stopping = new AbortController();
beforeAll(async () => {
  app = await startTestApp(() => ({ stopping: stopping.signal }));
});
afterAll(() => app.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api${path}`, { headers });

/** The figures by name and labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const answer = await ask('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

describe('metrics', () => {
  it('count seats held and payments not settled, and how long ago the sweep went through', async () => {
    const before = await readMetrics();
    const figure = async (name: string) => {
      const key = `speakifyr_${name}`;
      return ((await readMetrics()).get(key) ?? NaN) - (before.get(key) ?? NaN);
    };
    const campClass = await buildClass(app);
    await holdSeatOf(app, await buildUser(app), campClass);
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    expect(await figure('holds_open')).toBe(2);
    expect(await figure('payments_not_settled')).toBe(1);
    await app
      .as(student)
      .call('POST /makepayment', { body: { transactionId: paymentId, email: student.email } });
    expect(await figure('holds_open')).toBe(1);
    expect(await figure('payments_not_settled')).toBe(0);

    app.passMinutes(10);
    expect((await readMetrics()).get('speakifyr_sweep_age_seconds')).toBeGreaterThanOrEqual(600);
    await sweep(app.services);
    expect((await readMetrics()).get('speakifyr_sweep_age_seconds')).toBeLessThan(60);
  });

  it('count requests by method, route and status, and never name an address', async () => {
    const { email } = await buildUser(app, 'admin');
    await app.as({ email }).call('GET /userList/admin/:email', { params: { email } });
    await ask('/nothing/here?secret=1');
    const metrics = await readMetrics();
    const count = (labels: string) => metrics.get(`http_request_duration_seconds_count{${labels}}`);
    expect(count('method="GET",route="/api/userList/admin/:email",status="200"')).toBe(1);
    expect(count('method="GET",route="/api/*",status="404"')).toBe(1);
    expect([...metrics.keys()].join()).not.toMatch(/@|secret|nothing/);
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  it('are for programs on this machine, and for nobody whom a proxy has passed on', async () => {
    expect((await ask('/metrics')).status).toBe(200);
    expect((await ask('/metrics', { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(403);
    expect((await ask('/metrics', { Forwarded: 'for=127.0.0.1' })).status).toBe(403);
  });

  it('are for who has METRICS_TOKEN, where there is one', async () => {
    const guarded = await startTestApp(() => ({}), { METRICS_TOKEN: 'a-token-for-metrics' });
    try {
      const askWith = async (headers: Record<string, string>) =>
        (await fetch(`${guarded.url}/api/metrics`, { headers })).status;
      expect(await askWith({})).toBe(401);
      expect(await askWith({ Authorization: 'Bearer a-token-for-metric' })).toBe(401);
      const good = { Authorization: 'Bearer a-token-for-metrics' };
      expect(await askWith({ ...good, 'X-Forwarded-For': '203.0.113.9' })).toBe(200);
    } finally {
      await guarded.close();
    }
  });
});

describe('a server', () => {
  let lonely: TestApp;
  beforeEach(async () => {
    lonely = await startTestApp();
    return () => lonely.close();
  });

  it('whose database is away is alive and not ready, and still tells its figures', async () => {
    const status = async (path: string) => (await fetch(`${lonely.url}/api${path}`)).status;
    expect([await status('/livez'), await status('/readyz')]).toEqual([200, 200]);
    await lonely.services.database.close();
    expect([await status('/livez'), await status('/readyz')]).toEqual([200, 503]);
    const metrics = await (await fetch(`${lonely.url}/api/metrics`)).text();
    expect(metrics).toContain('speakifyr_holds_open Nan');
    expect(metrics).toContain('process_cpu_seconds_total');
  });

  it('that is stopping is alive and not ready', async () => {
    stopping.abort();
    expect((await ask('/livez')).status).toBe(200);
    const answer = await ask('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  });
});
