import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures that are counted in the database for each request to the metrics. */
export type SchoolFigures = {
  openPayments: number;
  heldSeats: number;
  waitingMails: number;
  failedMails: number;
  waitingRefunds: number;
  failedRefunds: number;
  openDisputes: number;
};

/** The server's metrics for Prometheus. https://prometheus.io/docs/practices/naming/ */
export type Metrics = {
  contentType: string;
  /** @param request.route the route's template. A path would start a new series for each id */
  observeRequest(
    request: { method: string; route: string; status: number },
    milliseconds: number,
  ): void;
  noteJobs(at: Date): void;
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
  const openPayments = makeGauge(
    'payments_not_settled',
    'Payments that are not enrolled, refunded or canceled yet',
  );
  const heldSeats = makeGauge('holds_open', 'Seats that are held but not paid');
  const waitingMails = makeGauge('emails_waiting', 'Emails in the outbox that are not sent yet');
  const failedMails = makeGauge('emails_failed', 'Emails of the last 24 hours that failed');
  const waitingRefunds = makeGauge('refunds_waiting', 'Refunds that are decided, sent or pending');
  const failedRefunds = makeGauge('refunds_failed', 'Refunds that failed and need an admin');
  const openDisputes = makeGauge(
    'disputes_open',
    'Payments that a bank questions and has not decided about',
  );
  const jobsAge = makeGauge('jobs_age_seconds', 'Seconds since all jobs were last done');
  let lastDone = startedAt;

  return {
    contentType: registry.contentType,
    observeRequest({ method, route, status }, milliseconds) {
      requests.observe({ method, route, status }, milliseconds / 1_000);
    },
    noteJobs(at) {
      lastDone = at;
    },
    render(figures, at) {
      openPayments.set(figures?.openPayments ?? NaN);
      heldSeats.set(figures?.heldSeats ?? NaN);
      waitingMails.set(figures?.waitingMails ?? NaN);
      failedMails.set(figures?.failedMails ?? NaN);
      waitingRefunds.set(figures?.waitingRefunds ?? NaN);
      failedRefunds.set(figures?.failedRefunds ?? NaN);
      openDisputes.set(figures?.openDisputes ?? NaN);
      jobsAge.set((at.getTime() - lastDone.getTime()) / 1_000);
      return registry.metrics();
    },
  };
}
