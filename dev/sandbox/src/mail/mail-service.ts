import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Router } from 'express';
import { SMTPServer } from 'smtp-server';
import type { SentLink } from '../auth/sent-links.ts';
import { openStore } from '../storage/store.ts';
import type { AnswerTarget } from './answer-mail.ts';
import { createInboxRouter } from './inbox.ts';
import { type Message, readMessages } from './message.ts';

/** The oldest emails beyond this number are dropped. */
const MAX_MESSAGES = 2_000;

/**
 * The stand-in for a mail provider.
 * @param listLinks the emails that Firebase would send, which the inbox shows too
 * @param target where answers to emails go
 */
export async function createMailService(
  folder: string,
  smtpPort: number,
  listLinks: (url: URL) => SentLink[],
  target: AnswerTarget,
): Promise<{ smtpPort: number; router: Router; close(): Promise<void> }> {
  const store = await openStore(folder);
  const messages = store.table<Message>('messages');
  try {
    const sink = await listenForMail(smtpPort, async (raw, recipients) => {
      for (const message of await readMessages(raw, recipients)) messages.put(message.id, message);
      for (const { id } of messages.rows().slice(0, -MAX_MESSAGES)) messages.remove(id);
      await store.flush();
    });
    return {
      smtpPort: sink.port,
      router: createInboxRouter(messages, listLinks, target),
      async close() {
        await sink.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** How long a running delivery may take when we stop. */
const STOP_GRACE_MS = 2_000;
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Listens on 127.0.0.1 for emails, and sends none on. Two kinds of addresses are refused, so that people can see what
 * the app does then: all `@bounce.test`, and those that start with `once-`, the first time.
 * @param port 0 takes any free port
 * @param keep called with each email; it counts as received when the promise resolves
 * @throws the socket's error, usually `EADDRINUSE`
 */
async function listenForMail(
  port: number,
  keep: (raw: Buffer, recipients: string[]) => Promise<void>,
): Promise<{ port: number; close(): Promise<void> }> {
  const refused = new Set<string>();
  function shouldRefuse(address: string): boolean {
    if (address.endsWith('@bounce.test')) return true;
    if (!address.startsWith('once-') || refused.has(address)) return false;
    refused.add(address);
    return true;
  }
  const server = new SMTPServer({
    // Without TLS: its own certificate is known to everybody, and it would warn about that.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    closeTimeout: STOP_GRACE_MS,
    onRcptTo({ address }, _session, done) {
      if (shouldRefuse(address.toLowerCase())) done(refuse(`<${address}> does not exist`));
      else done();
    },
    onData(stream, { envelope }, done) {
      async function receive(): Promise<void> {
        const raw = await buffer(stream);
        if (stream.sizeExceeded) throw refuse('the email is too large', 552);
        await keep(
          raw,
          envelope.rcptTo.map(({ address }) => address),
        );
      }
      receive().then(() => done(), done);
    },
  });
  // A client that hangs up is no trouble of ours. An error of listening also rejects `once`.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refuse(message: string, responseCode = 550): Error {
  return Object.assign(new Error(message), { responseCode });
}
