import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll } from 'vitest';

export type ReceivedHook = {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
};

export type HookReceiver = {
  url: string;
  received: ReceivedHook[];
  /** How it answers from now on: a status, or never. */
  answer: number | 'never';
  /** What a program reads from a message that it trusts. Throws if the signature is wrong. */
  verify(hook: ReceivedHook, secret: string): { type: string; timestamp: string; data: unknown };
};

/** One of the school's programs, as anybody would write it: Node's HTTP server and the public library. */
export function useHookReceiver(): HookReceiver {
  const receiver: HookReceiver = {
    url: '',
    received: [],
    answer: 204,
    verify: ({ body, headers }, secret) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as never,
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.received.push({
        id: String(request.headers['webhook-id']),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      if (receiver.answer === 'never') return;
      const isMoved = receiver.answer >= 300 && receiver.answer < 400;
      response.writeHead(receiver.answer, isMoved ? { Location: '/moved' } : {});
      response.end('x'.repeat(1_000));
    });
  });
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
