import pTimeout from 'p-timeout';
import type { Services } from '../services.ts';
import { addDeliveries } from './add-deliveries.ts';
import { deliverHooks } from './deliver-hooks.ts';

const LOOK_EVERY_MS = 5_000;
/** A longer look is stuck on a lost connection. The next one does its work: every try is claimed. */
const LOOK_LIMIT_MS = 3 * 60_000;

/**
 * Writes down and sends webhooks: now, and again some seconds after the end of each look.
 * @returns stops it; a try that is under way is cut off, and made again by the next server
 */
export function startDelivering(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current = look();

  async function look(): Promise<void> {
    try {
      const work = addDeliveries(services, stopping.signal).then(() =>
        deliverHooks(services, stopping.signal),
      );
      await pTimeout(work, {
        milliseconds: LOOK_LIMIT_MS,
        message: 'a look for webhooks did not end',
      });
    } catch (error) {
      services.log.error({ err: error }, 'webhooks could not be written or sent');
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      current = look();
    }, LOOK_EVERY_MS);
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await current;
  };
}
