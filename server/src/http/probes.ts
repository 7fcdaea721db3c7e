import { createHash, timingSafeEqual } from 'node:crypto';
import type { Express, Request } from 'express';
import pTimeout from 'p-timeout';
import { countMails } from '../messages/outbox.ts';
import { listClasses } from '../database/class-store.ts';
import { listHeldSeats } from '../seats/find-seat.ts';
import type { Services } from '../services.ts';
import type { SchoolFigures } from '../metrics.ts';
import { ApiError } from '../errors.ts';
import { COMMIT, VERSION } from '../version.ts';
import { answerError } from './error-handler.ts';

/** For a load balancer, a database that takes longer is down. */
const DATABASE_MS = 2_000;
const TOO_LATE = 'no answer in time';

/**
 * Calls for machines, not part of the contract.
 * - livez: the process is up, and which version it is. Never asks the database: restarting us would not bring it back.
 * - readyz: send requests here; 503 while the database is away, or this server is stopping.
 * - metrics: figures for Prometheus.
 */
export function serveProbes(app: Express, services: Services): void {
  app
    .get(
      '/api/livez',
      (_request, response) =>
        void response.json({ status: 'ok', version: VERSION, commit: COMMIT }),
    )
    .get('/api/readyz', async (_request, response) => {
      const problem = await findProblem(services);
      if (problem) answerError(response, new ApiError('unavailable', problem));
      else response.json({ status: 'ok' });
    })
    .get('/api/metrics', async (request, response) => {
      checkMayReadMetrics(request, services);
      const figures = await pTimeout(countNow(services), {
        milliseconds: DATABASE_MS,
        message: TOO_LATE,
      }).catch(() => null);
      const text = await services.metrics.render(figures, services.now());
      response.type(services.metrics.contentType).send(text);
    });
}

/** Why this server should get no requests. Not an error: the log would get a line per probe. */
async function findProblem({ database, stopping }: Services): Promise<string | undefined> {
  if (stopping.aborted) return 'This server is stopping.';
  return pTimeout(database.ping(), { milliseconds: DATABASE_MS, message: TOO_LATE }).then(
    () => undefined,
    () => 'The database does not answer.',
  );
}

async function countNow(services: Services): Promise<SchoolFigures> {
  const [money, withHolds, mails] = await Promise.all([
    countUnsettled(services),
    // Only a class with a held seat has this date.
    listClasses(services.database.collections, { 'seats.heldUntil': { $gt: new Date(0) } }),
    countMails(services),
  ]);
  return {
    ...money,
    heldSeats: withHolds.flatMap(listHeldSeats).length,
    waitingMails: mails.waiting,
    failedMails: mails.failed,
  };
}

/** How much of the ledger is not settled: what is open or in progress, and failed refunds that need an admin. */
async function countUnsettled({ database }: Services) {
  const { payments, refunds } = database.collections;
  const [openPayments, openDisputes, waitingRefunds, failedRefunds] = await Promise.all([
    payments.countDocuments({ status: 'open' }),
    payments.countDocuments({ 'dispute.state': 'open' }),
    refunds.countDocuments({ checkAfter: { $gt: new Date(0) } }),
    refunds.countDocuments({ needsAdmin: true, state: 'failed' }),
  ]);
  return { openPayments, openDisputes, waitingRefunds, failedRefunds };
}

/**
 * Allows callers with METRICS_TOKEN or, if it is not set, programs on this machine. A request forwarded by a proxy on
 * this machine does not count as local, whether or not TRUST_PROXY knows about the proxy.
 * @throws {ApiError} `not_signed_in`, `not_allowed`
 */
function checkMayReadMetrics(request: Request, { environment }: Services): void {
  const token = environment.METRICS_TOKEN;
  if (token !== undefined) {
    if (isSameText(request.get('authorization') ?? '', `Bearer ${token}`)) return;
    throw new ApiError(
      'not_signed_in',
      'Send METRICS_TOKEN as a bearer token to read the metrics.',
    );
  }
  const isPassedOn = request.get('x-forwarded-for') ?? request.get('forwarded');
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  if (!isLocal || isPassedOn !== undefined)
    throw new ApiError('not_allowed', 'Only programs on the server itself can read the metrics.');
}

/** Takes the same time whether or not the texts are equal. */
function isSameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
