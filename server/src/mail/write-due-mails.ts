import { isDatabaseOutage } from '../database/outages.ts';
import type { Services } from '../services.ts';
import { writeActMails } from './due-mails/act-mails.ts';
import { writeChangeMails } from './due-mails/change-mails.ts';
import { writeContactMails } from './due-mails/contact-mails.ts';
import { writeHeldMails } from './due-mails/held-mails.ts';
import { writePaymentMails } from './due-mails/payment-mails.ts';
import { writeReminderMails } from './due-mails/reminder-mails.ts';
import { writeWelcomeMails } from './due-mails/welcome-mails.ts';

const WRITERS = [
  writePaymentMails,
  writeActMails,
  writeChangeMails,
  writeHeldMails,
  writeReminderMails,
  writeWelcomeMails,
  writeContactMails,
];

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
      if (isDatabaseOutage(error)) throw error;
      services.log.error({ err: error }, 'some emails are not in the outbox yet');
    }
  }
}
