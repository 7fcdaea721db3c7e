import { finishDeletions } from './account/delete-account.ts';
import { fileLeftActs } from './audit/audit.service.ts';
import { releaseExpiredHolds } from './cart/cart.service.ts';
import { settleDuePayments } from './payments/settle-due-payments.ts';
import { settleMissedRefunds } from './payments/settle-missed-refunds.ts';
import { forgetNamesOfEndedCamps } from './seats/deleted-owners.ts';
import type { Services } from './services.ts';
import { withinTime } from './within-time.ts';

/**
 * Puts right what nobody came back for: payments that were made and not recorded, money that went back untold, seats
 * held and not paid, accounts that were deleted half-way, and names whose camp has ended.
 */
export async function sweep(services: Services, signal?: AbortSignal): Promise<void> {
  await settleDuePayments(services, signal);
  await settleMissedRefunds(services, signal);
  await releaseExpiredHolds(services, { signal });
  await fileLeftActs(services);
  await finishDeletions(services, signal);
  await forgetNamesOfEndedCamps(services);
  services.metrics.noteSweep(services.now());
}

/**
 * A sweep that takes longer waits for what never comes: the driver may do that on a lost connection. The next one does
 * its work, and does nothing twice.
 */
const SWEEP_LIMIT_MS = 60_000;

/**
 * Sweeps at once (what the last process left), and then again some seconds after each sweep has ended.
 * @returns stops it; a sweep that is under way ends with what it is at
 */
export function startSweeping(services: Services): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let current = run();

  async function run(): Promise<void> {
    try {
      await withinTime(sweep(services, stopping.signal), SWEEP_LIMIT_MS, 'a sweep did not end');
    } catch (error) {
      services.log.error({ err: error }, 'a sweep failed');
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      current = run();
    }, services.environment.SWEEP_SECONDS * 1_000);
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await current;
  };
}
