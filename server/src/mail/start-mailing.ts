import type { Services } from '../services.ts';
import { deliverMails } from './deliver.ts';
import { writeDueMails } from './write-due-mails.ts';

const LOOK_EVERY_MS = 5_000;
/** A mail server that takes nothing is left alone for this long. */
const OUTAGE_MS = 60_000;

/**
 * Writes and sends emails: now, every few seconds, and at once when the bell rings.
 * @returns stops it; the email that is being sent is finished first
 */
export function startMailing(services: Services): () => Promise<void> {
  const { mailBell, log } = services;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = true;
  let hasRung = false;
  let noDeliveryBefore = 0;
  let current = run();

  async function run(): Promise<void> {
    let isMore = false;
    hasRung = false;
    try {
      await writeDueMails(services, stopping.signal);
      if (performance.now() >= noDeliveryBefore) {
        const end = await deliverMails(services, stopping.signal);
        isMore = end === 'more';
        if (end === 'unreachable') noDeliveryBefore = performance.now() + OUTAGE_MS;
      }
    } catch (error) {
      log.error({ err: error }, 'emails could not be written or sent');
    }
    isRunning = false;
    if (stopping.signal.aborted) return;
    timer = setTimeout(look, isMore || hasRung ? 0 : LOOK_EVERY_MS);
  }

  function look(): void {
    clearTimeout(timer);
    isRunning = true;
    current = run();
  }

  const ring = () => {
    hasRung = true;
    if (!isRunning) look();
  };
  mailBell.on('ring', ring);

  return async () => {
    stopping.abort();
    mailBell.off('ring', ring);
    clearTimeout(timer);
    await current;
  };
}
