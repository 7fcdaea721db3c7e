import { beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildPaidSeat,
  buildUser,
  holdSeatOf,
  recordPayment,
} from '../testing/factories.ts';
import { startTestApp, type TestApp, useTestApp } from '../testing/test-app.ts';
import { COMMIT, VERSION } from '../version.ts';

const stopping = new AbortController();
const app = useTestApp(() => ({ stopping: stopping.signal }));

const ask = (path: string, headers: Record<string, string> = {}) =>
  app.http.get(`/api${path}`).set(headers);

/** @returns each figure by its name with labels */
async function readMetrics(): Promise<Map<string, number>> {
  const answer = await ask('/metrics')
    .expect(200)
    .expect('Content-Type', /^text\/plain; version=/);
  const lines = answer.text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

describe('metrics', () => {
  it('count held seats and unsettled payments, and give the time since the last run of the jobs', async () => {
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
    await recordPayment(app, student, paymentId);
    expect(await figure('holds_open')).toBe(1);
    expect(await figure('payments_not_settled')).toBe(0);

    app.passMinutes(10);
    expect((await readMetrics()).get('speakifyr_jobs_age_seconds')).toBeGreaterThanOrEqual(600);
    await runJobs(app.services);
    const after = await readMetrics();
    expect(after.get('speakifyr_jobs_age_seconds')).toBeLessThan(60);
    const done = 'speakifyr_job_duration_seconds_count{job="forgetOldMails",result="done"}';
    expect(after.get(done)).toBeGreaterThan(0);
  });

  it('count emails that wait, and those of the last day that failed', async () => {
    const { outbox } = app.services.database.collections;
    const add = (_id: string, state: 'queued' | 'failed' | 'sent') =>
      outbox.insertOne({
        _id,
        state,
        cause: { kind: 'account deleted' },
        to: { name: 'Rosa', address: 'rosa@example.org' },
        isEssential: true,
        attempts: 0,
        createdAt: app.services.now(),
        notAfter: app.services.now(),
      });
    const read = async () => {
      const metrics = await readMetrics();
      return ['waiting', 'failed'].map((name) => metrics.get(`speakifyr_emails_${name}`));
    };
    await add('failed-1', 'failed');
    app.passMinutes(25 * 60);
    await add('failed-2', 'failed');
    await add('queued-1', 'queued');
    await add('sent-1', 'sent');
    expect(await read()).toEqual([1, 1]);
  });

  it('count requests by method, route and status, and never show a person or an unknown path', async () => {
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

  it('are open to programs on this machine only, and not through a proxy', async () => {
    await ask('/metrics').expect(200);
    await ask('/metrics', { 'X-Forwarded-For': '127.0.0.1' }).expect(403);
    await ask('/metrics', { Forwarded: 'for=127.0.0.1' }).expect(403);
  });

  it('need the METRICS_TOKEN if one is set', async () => {
    const guarded = await startTestApp(() => ({}), { METRICS_TOKEN: 'a-token-for-metrics' });
    try {
      const askWith = (headers: Record<string, string>) =>
        guarded.http.get('/api/metrics').set(headers);
      await askWith({}).expect(401);
      await askWith({ Authorization: 'Bearer a-token-for-metric' }).expect(401);
      const good = { Authorization: 'Bearer a-token-for-metrics' };
      await askWith({ ...good, 'X-Forwarded-For': '203.0.113.9' }).expect(200);
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

  it('without its database is alive, is not ready and still reports its metrics', async () => {
    const { body } = await lonely.http.get('/api/livez').expect(200);
    expect(body).toEqual({ status: 'ok', version: VERSION, commit: COMMIT });
    await lonely.http.get('/api/readyz').expect(200);
    await lonely.services.database.close();
    await lonely.http.get('/api/livez').expect(200);
    await lonely.http.get('/api/readyz').expect(503);
    const { text: metrics } = await lonely.http.get('/api/metrics');
    expect(metrics).toContain('speakifyr_holds_open Nan');
    expect(metrics).toContain('process_cpu_seconds_total');
  });

  it('that is stopping is alive but not ready', async () => {
    stopping.abort();
    await ask('/livez').expect(200);
    const answer = await ask('/readyz').expect(503).expect('Retry-After', '5');
    expect(answer.body).toMatchObject({ code: 'unavailable' });
  });
});
