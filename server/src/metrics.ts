import type { MongoClient } from 'mongodb';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { COMMIT, VERSION } from './version.ts';

/** Figures counted in the database on each request for metrics: the metric's name and its help. */
const FIGURES = {
  openPayments: [
    'payments_not_settled',
    'Payments that are not enrolled, refunded or canceled yet',
  ],
  heldSeats: ['holds_open', 'Seats that are held but not paid'],
  waitingMails: ['emails_waiting', 'Emails in the outbox that are not sent yet'],
  failedMails: ['emails_failed', 'Emails of the last 24 hours that failed'],
  waitingRefunds: ['refunds_waiting', 'Refunds that are decided, sent or pending'],
  failedRefunds: ['refunds_failed', 'Refunds that failed and need an admin'],
  openDisputes: ['disputes_open', 'Payments that a bank questions and has not decided about'],
} as const;
type Figure = keyof typeof FIGURES;

export type SchoolFigures = Record<Figure, number>;

/** The server's metrics for Prometheus. https://prometheus.io/docs/practices/naming/ */
export type Metrics = {
  contentType: string;
  /** @param request.route the route's template. A path would start a new series for each id */
  observeRequest(
    request: { method: string; route: string; status: number },
    milliseconds: number,
  ): void;
  noteJobs(at: Date): void;
  observeJob(job: string, result: 'done' | 'failed', milliseconds: number): void;
  /** @param result `done` or `failed`; for an email, what the mail server said */
  observeOutside(service: string, result: string, milliseconds: number): void;
  /** @param route a pattern of the app's own list; R506 */
  countBrowserError(route: string): void;
  /** Counts the database connections in use from now on, and who waits for one. */
  watchConnections(client: MongoClient): void;
  /** @param figures null if the database does not answer; the metrics are NaN then */
  render(figures: SchoolFigures | null, at: Date): Promise<string>;
};

/** In seconds, from a cached response to the time limit of a request. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** @param startedAt counts as the time of the last run until the first one is done */
export function createMetrics(startedAt: Date): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const makeGauge = (name: string, help: string) =>
    new Gauge({ name: `speakifyr_${name}`, help, registers: [registry] });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const makeHistogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({
      name: `speakifyr_${name}`,
      help,
      labelNames,
      buckets: BUCKETS,
      registers: [registry],
    });
  const jobs = makeHistogram('job_duration_seconds', 'Duration of each job by its result', [
    'job',
    'result',
  ]);
  const outside = makeHistogram(
    'outside_duration_seconds',
    'Duration of calls of other services, by the service and the result',
    ['service', 'result'],
  );
  const browserErrors = new Counter({
    name: 'speakifyr_browser_errors_total',
    help: 'Errors that the web app reported from browsers, by the pattern of the page',
    labelNames: ['route'],
    registers: [registry],
  });
  const used = makeGauge('database_connections_used', 'Database connections in use');
  const waiting = makeGauge('database_connections_awaited', 'Requests that wait for a connection');
  const gauges = (Object.keys(FIGURES) as Figure[]).map((figure) => {
    const [name, help] = FIGURES[figure];
    return { figure, gauge: makeGauge(name, help) };
  });
  const jobsAge = makeGauge('jobs_age_seconds', 'Seconds since all jobs were last done');
  new Gauge({
    name: 'speakifyr_build_info',
    help: 'Always 1. The labels say which version this is',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: VERSION, commit: COMMIT }, 1);
  let lastDone = startedAt;

  return {
    contentType: registry.contentType,
    observeRequest({ method, route, status }, milliseconds) {
      requests.observe({ method, route, status }, milliseconds / 1_000);
    },
    noteJobs(at) {
      lastDone = at;
    },
    observeJob: (job, result, milliseconds) => jobs.observe({ job, result }, milliseconds / 1_000),
    observeOutside: (service, result, milliseconds) =>
      outside.observe({ service, result }, milliseconds / 1_000),
    countBrowserError: (route) => browserErrors.inc({ route }),
    watchConnections(client) {
      client
        .on('connectionCheckOutStarted', () => waiting.inc())
        .on('connectionCheckOutFailed', () => waiting.dec())
        .on('connectionCheckedOut', () => {
          waiting.dec();
          used.inc();
        })
        .on('connectionCheckedIn', () => used.dec());
    },
    render(figures, at) {
      for (const { figure, gauge } of gauges) gauge.set(figures?.[figure] ?? NaN);
      jobsAge.set((at.getTime() - lastDone.getTime()) / 1_000);
      return registry.metrics();
    },
  };
}
