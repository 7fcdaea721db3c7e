import type { MongoClient } from 'mongodb';

/**
 * Opens a client anew when one of the driver's checks of a server never ends. Until it ends the driver makes no other,
 * and once it thinks the server away it would think so for ever.
 * It happens when connections are lost at a bad moment: the driver (7.8, 7.9) writes to a socket that is destroyed
 * already and waits for it to drain, past all timeouts. `npm run resilience` finds it by dropping connections under load.
 * @param limitMs longer than any check may take that ends
 * @returns stops watching
 */
export function reopenWhenStuck(client: MongoClient, limitMs: number): () => void {
  const running = new Map<string, NodeJS.Timeout>();
  let isStopped = false;

  async function reopen(): Promise<void> {
    await client.close();
    while (!isStopped) {
      try {
        await client.connect();
        return;
      } catch {
        // Still away: each try waits for as long as the driver looks for a server.
      }
    }
  }
  const end = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(running.get(connectionId));
    running.delete(connectionId);
  };
  client
    .on('serverHeartbeatStarted', ({ connectionId, awaited }) => {
      end({ connectionId });
      // The server itself keeps an awaited one open until something changes; a lost connection does end it.
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
