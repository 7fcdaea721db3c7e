import { finishAidAnswers } from '../aid/finish-answers.ts';
import { forgetOldAttendance } from '../attendance/attendance-store.ts';
import { finishDeletions } from '../account/delete-account.ts';
import { finishRemovals } from '../account/finish-removals.ts';
import { forgetOldImports } from '../imports/imports.service.ts';
import { runImports } from '../imports/run-imports.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import { releaseExpiredHolds } from '../cart/release-holds.ts';
import { relayEvents } from '../events/relay.ts';
import { finishChildDeletions } from '../families/delete-child.ts';
import { forgetOldCare } from '../families/forget-care.ts';
import { forgetOldParts } from '../families/form-parts.ts';
import { forgetOldSignatures } from '../families/given-answers.ts';
import { forgetPickupCodes } from '../families/pickup-code.ts';
import { forgetExpiredInvitations, forgetInvitedAddresses } from '../families/invitations.ts';
import { forgetOldAid } from '../prices/aid-store.ts';
import { forgetOldRecords } from '../safety/safety-store.ts';
import { forgetOldMessages } from '../messages/contact/contact.service.ts';
import { forgetOldMails } from '../messages/outbox.ts';
import { cancelSeatsOfClasses } from '../changes/cancel-seats-of-classes.ts';
import { chargeDueParts } from '../payments/installments/charge-due.ts';
import { issueDuePapers } from '../ledger/due-papers.ts';
import { finishChanges } from '../changes/finish-changes.ts';
import { endUnpaidExtras } from '../payments/end-unpaid-extras.ts';
import { passOnLostDebts } from '../families/pass-on-debts.ts';
import { releaseUnpaidSeats } from '../payments/release-unpaid.ts';
import { finishResales } from '../changes/resales.ts';
import {
  settleDuePayments,
  settleDueRefunds,
  settleMissedRefunds,
} from '../payments/settle-due.ts';
import { forgetOldDeliveries } from '../programs/add-deliveries.ts';
import { forgetOldCertificates } from '../users/certificates.ts';
import { forgetNamesOfEndedCamps } from '../account/deleted-users.ts';
import { startRepeating } from '../repeat.ts';
import type { Services } from '../services.ts';
import { forgetOldDeletions } from '../users/deleted-accounts.ts';
import { checkWaiting, passOnKeptSeats, startOfferClocks } from '../waiting/tend-lists.ts';

type Job = (services: Services, signal?: AbortSignal) => Promise<void>;

/** In this order. Each may be repeated, and several servers may run it at once. */
const JOBS: Job[] = [
  settleDuePayments,
  passOnLostDebts,
  chargeDueParts,
  releaseUnpaidSeats,
  endUnpaidExtras,
  finishResales,
  finishChanges,
  cancelSeatsOfClasses,
  settleDueRefunds,
  settleMissedRefunds,
  issueDuePapers,
  startOfferClocks,
  passOnKeptSeats,
  releaseExpiredHolds,
  checkWaiting,
  finishAidAnswers,
  relayEvents,
  finishRemovals,
  finishDeletions,
  finishChildDeletions,
  forgetExpiredInvitations,
  forgetInvitedAddresses,
  forgetNamesOfEndedCamps,
  forgetOldCare,
  forgetPickupCodes,
  forgetOldAttendance,
  forgetOldRecords,
  forgetOldParts,
  forgetOldSignatures,
  forgetOldAid,
  forgetOldCertificates,
  forgetOldDeletions,
  forgetOldMessages,
  forgetOldMails,
  forgetOldDeliveries,
  forgetOldImports,
  // Last, because it may take long.
  runImports,
];

/**
 * Passes on what is owed by somebody who can't pay it, charges parts that are due to saved cards, and releases seats and
 * extras that were not paid. Finishes what was left unfinished:
 * payments that were made but not recorded, seats that move, cancellations, refunds that were decided or are pending,
 * refunds whose webhook was lost, answers to requests for aid, offers, kept seats and holds whose time is over, waiting
 * lists, audit entries, removals and deletions of accounts and children that were interrupted, and names of deleted
 * students whose camp is over. Deletes expired invitations, health and contacts of children whose camp was long ago, what forms
 * know about health, documents, old attendance, doses and incidents, old requests for aid, certificates of former instructors, old messages of the
 * contact form, the content of old emails, old deliveries of webhooks, and old imports. Goes on with imports. A job that fails doesn't stop the others. It
 * waits longer after each further failure.
 * @param signal stops it before the next job, and some jobs earlier
 * @throws if the database is down
 */
export async function runJobs(services: Services, signal?: AbortSignal): Promise<void> {
  let isComplete = true;
  for (const job of JOBS) {
    if (signal?.aborted) return;
    isComplete = (await runJob(job, services, signal)) && isComplete;
  }
  if (isComplete) services.metrics.noteJobs(services.now());
}

/** A job's consecutive failures, and until when it waits. */
type Failures = { count: number; until: number };

const failures = new WeakMap<Services, Map<Job, Failures>>();

/** After the second failure. The first may be bad luck, so the next run tries again. */
const SHORTEST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * R316
 * @returns whether the job was done
 */
async function runJob(job: Job, services: Services, signal?: AbortSignal): Promise<boolean> {
  const failed = failures.get(services) ?? new Map<Job, Failures>();
  failures.set(services, failed);
  const before = failed.get(job);
  const now = services.now().getTime();
  if (before && now < before.until) return false;
  const startedAt = performance.now();
  const end = (result: 'done' | 'failed') =>
    services.metrics.observeJob(job.name, result, performance.now() - startedAt);
  try {
    const run = () => job(services, signal);
    await (services.tracing ? services.tracing.trace(`job ${job.name}`, run) : run());
    failed.delete(job);
    end('done');
    return true;
  } catch (error) {
    end('failed');
    // Then the other jobs would fail, too.
    if (isDatabaseOutage(error)) throw error;
    const count = (before?.count ?? 0) + 1;
    const wait = Math.min(SHORTEST_WAIT_MS * 2 ** (count - 2), LONGEST_WAIT_MS);
    failed.set(job, { count, until: count > 1 ? now + wait : now });
    services.log.error({ err: error, job: job.name, failures: count }, 'a job failed');
    return false;
  }
}

/** Every step may be repeated, so a run that is stuck does not hold up the next one. */
const RUN_LIMIT_MS = 60_000;

/**
 * Runs the jobs now, for what the last process left, and again JOB_SECONDS after the end of each run.
 * @returns stops them; the current job is finished first
 */
export function startJobs(services: Services): () => Promise<void> {
  return startRepeating(
    {
      run: (signal) => runJobs(services, signal),
      pauseMs: services.environment.JOB_SECONDS * 1_000,
      limitMs: RUN_LIMIT_MS,
      tooLong: 'the jobs did not end',
      failed: 'the jobs stopped',
    },
    services,
  );
}
