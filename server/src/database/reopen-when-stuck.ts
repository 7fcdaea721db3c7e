import pTimeout from 'p-timeout';
import { setTimeout as delay } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import type { Logger } from 'pino';

/** A stuck connection may also keep `close` from ending. */
const CLOSE_MS = 10_000;

/**
 * Closes and reopens a client when one of the driver's server checks never ends. The driver starts no other check
 * before that one ends, so it would consider the server down forever.
 * This happens when connections are lost at a bad moment: the driver (7.8, 7.9) writes to a socket that is already
 * destroyed and waits for it to drain, past all timeouts. `npm run resilience` finds it by dropping connections under
 * load.
 * @param limitMs a check that takes longer is stuck; also how long to wait after a failed attempt
 * @returns stops watching
 */
export function reopenWhenStuck(
  client: MongoClient,
  limitMs: number,
  log: Pick<Logger, 'warn'> | undefined,
): () => void {
  const running = new Map<string, NodeJS.Timeout>();
  let isReopening = false;
  let isStopped = false;

  async function reopen(): Promise<void> {
    if (isReopening) return;
    isReopening = true;
    log?.warn('a database check is stuck: reopening the connection');
    while (!isStopped) {
      try {
        await pTimeout(client.close(), {
          milliseconds: CLOSE_MS,
          message: 'the client did not close',
        });
        // Our own `stop` may have been called while it closed.
        if (isStopped) break;
        await client.connect();
        log?.warn('the connection to the database is open again');
        break;
      } catch (error) {
        log?.warn({ err: error }, 'the connection to the database could not be reopened yet');
        await delay(limitMs, undefined, { ref: false });
      }
    }
    isReopening = false;
  }
  const end = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(running.get(connectionId));
    running.delete(connectionId);
  };
  client
    .on('serverHeartbeatStarted', ({ connectionId, awaited }) => {
      end({ connectionId });
      // The server keeps an awaited check open until something changes; a lost connection ends it.
      if (awaited) return;
      running.set(
        connectionId,
        setTimeout(() => void reopen(), limitMs),
      );
    })
    .on('serverHeartbeatSucceeded', end)
    .on('serverHeartbeatFailed', end)
    .on('serverClosed', ({ address }) => end({ connectionId: address }));
  return () => {
    isStopped = true;
    for (const timer of running.values()) clearTimeout(timer);
  };
}
