import { isDatabaseOutage } from '../database/outages.ts';
import type { Services } from '../services.ts';
import { addActMails } from './due-mails/act-mails.ts';
import { addDisputeMails } from './due-mails/admin-mails.ts';
import { addChangeMails } from './due-mails/change-mails.ts';
import { addContactMails } from './due-mails/contact-mails.ts';
import { addHealthMails } from './due-mails/health-mails.ts';
import { addHeldMails } from './due-mails/held-mails.ts';
import { addInvitationMails } from './due-mails/invitation-mails.ts';
import { addPaymentMails } from './due-mails/payment-mails.ts';
import { addPlanMails } from './due-mails/plan-mails.ts';
import { addRefundMails } from './due-mails/refund-mails.ts';
import { addReminderMails } from './due-mails/reminder-mails.ts';
import { addWaitingMails } from './due-mails/waiting-mails.ts';
import { addWelcomeMails } from './due-mails/welcome-mails.ts';

const SOURCES = [
  addPaymentMails,
  addRefundMails,
  addPlanMails,
  addWaitingMails,
  addActMails,
  addChangeMails,
  addHeldMails,
  addReminderMails,
  addHealthMails,
  addInvitationMails,
  addWelcomeMails,
  addContactMails,
  addDisputeMails,
];

/**
 * Puts everything that people must hear of by now into the outbox. Repeating it is harmless, also on several servers
 * at once. A problem with one kind of email doesn't stop the others.
 * @param signal stops it between two emails
 */
export async function addDueMails(services: Services, signal?: AbortSignal): Promise<void> {
  for (const addMails of SOURCES) {
    if (signal?.aborted) return;
    try {
      await addMails(services, signal);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      services.log.error({ err: error }, 'some emails are not in the outbox yet');
    }
  }
}
