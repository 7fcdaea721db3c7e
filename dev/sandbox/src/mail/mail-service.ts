import type { Router } from 'express';
import type { SentLink } from '../auth/sent-links.ts';
import { openStore } from '../storage/store.ts';
import { createInboxRouter } from './inbox.ts';
import { readMessages, type Message } from './message.ts';
import { listenForMail } from './sink.ts';

/** The oldest emails beyond this number are dropped. */
const MAX_MESSAGES = 2_000;

/**
 * The stand-in for a mail provider: it takes every email over SMTP and shows it in the inbox.
 * @param folder where the emails are kept
 * @param smtpPort 0 takes any free port
 * @param listLinks the emails that Firebase would send, which the inbox shows too
 */
export async function createMailService(
  folder: string,
  smtpPort: number,
  listLinks: (url: URL) => SentLink[],
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
      router: createInboxRouter(messages, listLinks),
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
