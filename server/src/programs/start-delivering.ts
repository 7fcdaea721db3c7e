import { startRepeating } from '../repeat.ts';
import type { Services } from '../services.ts';
import { addDeliveries } from './add-deliveries.ts';
import { deliverHooks } from './deliver-hooks.ts';

const LOOK_EVERY_MS = 5_000;
/** Every try is claimed, so a look that is stuck does not hold up the next one. */
const LOOK_LIMIT_MS = 3 * 60_000;

/**
 * Writes down and sends webhooks: now, and again some seconds after the end of each look.
 * @returns stops it; a try that is under way is cut off, and made again by the next server
 */
export function startDelivering(services: Services): () => Promise<void> {
  return startRepeating(
    {
      async run(signal) {
        await addDeliveries(services, signal);
        await deliverHooks(services, signal);
      },
      pauseMs: LOOK_EVERY_MS,
      limitMs: LOOK_LIMIT_MS,
      tooLong: 'a look for webhooks did not end',
      failed: 'webhooks could not be written or sent',
    },
    services,
  );
}
