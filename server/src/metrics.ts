import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted in the database when somebody asks for the figures. */
export type SchoolFigures = { openPayments: number; heldSeats: number };

/** What Prometheus is told about this server. https://prometheus.io/docs/practices/naming/ */
export type Metrics = {
  contentType: string;
  /** @param request.route the route's template, never the path: it would make a series of each */
  observeRequest(
    request: { method: string; route: string; status: number },
    milliseconds: number,
  ): void;
  noteSweep(at: Date): void;
  /** @param figures null when the database does not answer: they are NaN then */
  render(figures: SchoolFigures | null, at: Date): Promise<string>;
};

/** In seconds: from an answer out of memory to the deadline of a request. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** @param startedAt counts as the last sweep until there was one */
export function createMetrics(startedAt: Date): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const makeGauge = (name: string, help: string) =>
    new Gauge({ name: `speakifyr_${name}`, help, registers: [registry] });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const openPayments = makeGauge(
    'payments_not_settled',
    'Payments that have neither bought a seat, nor gone back, nor been canceled yet',
  );
  const heldSeats = makeGauge('holds_open', 'Seats that are held and not paid');
  const sweepAge = makeGauge('sweep_age_seconds', 'Since the last sweep that went through');
  let lastSweep = startedAt;

  return {
    contentType: registry.contentType,
    observeRequest({ method, route, status }, milliseconds) {
      requests.observe({ method, route, status }, milliseconds / 1_000);
    },
    noteSweep(at) {
      lastSweep = at;
    },
    render(figures, at) {
      openPayments.set(figures?.openPayments ?? NaN);
      heldSeats.set(figures?.heldSeats ?? NaN);
      sweepAge.set((at.getTime() - lastSweep.getTime()) / 1_000);
      return registry.metrics();
    },
  };
}
