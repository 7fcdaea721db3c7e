import { releaseExpiredHolds } from './cart/cart.service.ts';
import { settleDuePayments } from './payments/settle-payment.ts';
import type { Services } from './services.ts';

/** Puts right what nobody came back for: payments that were made and not recorded, seats held and not paid. */
export async function sweep(services: Services): Promise<void> {
  await settleDuePayments(services);
  await releaseExpiredHolds(services);
}

/**
 * Sweeps at once (what the last process left), and then again some seconds after each sweep has ended.
 * @returns stops it, after the sweep that is under way
 */
export function startSweeping(services: Services): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let current = run();

  async function run(): Promise<void> {
    try {
      await sweep(services);
    } catch (error) {
      services.log.error({ err: error }, 'a sweep failed');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      current = run();
    }, services.environment.SWEEP_SECONDS * 1_000);
  }

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await current;
  };
}
