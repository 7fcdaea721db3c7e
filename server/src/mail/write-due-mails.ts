import type { Services } from '../services.ts';
import { writePaymentMails } from './due-mails/payment-mails.ts';

const WRITERS = [writePaymentMails];

/**
 * Puts everything that people must hear of by now into the outbox. Repeating it is harmless, also on several servers
 * at once. A problem with one kind of email doesn't stop the others.
 * @param signal stops it between two emails
 */
export async function writeDueMails(services: Services, signal?: AbortSignal): Promise<void> {
  for (const write of WRITERS) {
    if (signal?.aborted) return;
    try {
      await write(services, signal);
    } catch (error) {
      services.log.error({ err: error }, 'some emails are not in the outbox yet');
    }
  }
}
