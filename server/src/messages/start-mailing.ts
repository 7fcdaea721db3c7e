import { AsyncResource } from 'node:async_hooks';
import pTimeout from 'p-timeout';
import type { Services } from '../services.ts';
import { deliverMails } from './deliver.ts';
import { addDueMails } from './add-due-mails.ts';

const LOOK_EVERY_MS = 5_000;
/** Bursts of calls ring often. */
const LOOK_AGAIN_MS = 1_000;
/** A mail server that takes nothing is left alone for this long. */
const OUTAGE_MS = 60_000;

/**
 * A longer round is stuck: on a lost connection, the driver may wait forever. The next round does its work, safely,
 * because every line is claimed.
 */
const ROUND_LIMIT_MS = 3 * 60_000;

/**
 * Adds emails to the outbox and sends them: now, every few seconds, and at once when the bell rings.
 * @param limitMs how long one round may take
 * @returns stops it; the email that is being sent is finished first
 */
export function startMailing(services: Services, limitMs = ROUND_LIMIT_MS): () => Promise<void> {
  const { mailBell, log } = services;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** Whether no round is running or about to. */
  let isIdle = false;
  let hasRung = false;
  let noDeliveryBefore = 0;
  let current = run();

  async function run(): Promise<void> {
    let isMore = false;
    hasRung = false;
    try {
      isMore = await pTimeout(addAndSend(), {
        milliseconds: limitMs,
        message: 'a round of emails did not end',
      });
    } catch (error) {
      log.error({ err: error }, 'emails could not be written or sent');
    }
    if (stopping.signal.aborted) return;
    isIdle = !isMore && !hasRung;
    const pause = hasRung ? LOOK_AGAIN_MS : LOOK_EVERY_MS;
    timer = setTimeout(look, isMore ? 0 : pause);
  }

  /** @returns whether more emails are due */
  async function addAndSend(): Promise<boolean> {
    await addDueMails(services, stopping.signal);
    if (performance.now() < noDeliveryBefore) return false;
    const end = await deliverMails(services, stopping.signal);
    if (end === 'unreachable') noDeliveryBefore = performance.now() + OUTAGE_MS;
    return end === 'more';
  }

  function look(): void {
    clearTimeout(timer);
    isIdle = false;
    current = run();
  }

  // A request rings, but what follows is no part of its trace.
  const ring = AsyncResource.bind(() => {
    hasRung = true;
    if (isIdle) look();
  });
  mailBell.on('ring', ring);

  return async () => {
    stopping.abort();
    mailBell.off('ring', ring);
    clearTimeout(timer);
    await current;
  };
}
