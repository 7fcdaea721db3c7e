import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { addMail } from '../outbox.ts';
import { listNewUsers, unmarkUser } from './marks.repo.ts';
import { addressTo, daysFromNow } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 7;

/** Welcomes new users, once their address is confirmed: anybody can sign up with another person's address. */
export async function addWelcomeMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listNewUsers, add: addWelcomeMail, unmark: unmarkUser };
  await addMarkedMails(marks, services, signal);
}

async function addWelcomeMail(user: UserDocument, services: Services): Promise<void> {
  if (user.status !== 'active') return;
  const mail = {
    _id: `welcome-${user._id.toHexString()}`,
    cause: { kind: 'welcome' as const },
    ...addressTo(user),
    isEssential: true,
    notAfter: daysFromNow(KEEP_TRYING_DAYS, services),
  };
  await addMail(mail, services);
}
