import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as it came in. */
export interface ReceivedEvent {
  payload: string;
  signature: string;
}

/** Replaces our server's webhook. */
export interface WebhookReceiver {
  url: string;
  events: ReceivedEvent[];
  /** The status of the answers from now on. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** Listens for events, and answers 200 by default. */
export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      events.push({ payload: Buffer.concat(chunks).toString(), signature });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    events,
    answerWith(wanted) {
      status = wanted;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
