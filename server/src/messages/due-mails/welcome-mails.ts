import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { listNewUsers, unmarkUsers } from './marks.repo.ts';
import { essentialTo } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 7;

/** Welcomes new users, once their address is confirmed: anybody can sign up with another person's address. */
export async function addWelcomeMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listNewUsers, describe: describeWelcomeMail, unmark: unmarkUsers };
  await addMarkedMails(marks, services, signal);
}

async function describeWelcomeMail(user: UserDocument, services: Services): Promise<NewMail[]> {
  if (user.status !== 'active') return [];
  return [
    {
      _id: `welcome-${user._id.toHexString()}`,
      cause: { kind: 'welcome' },
      ...essentialTo(user, KEEP_TRYING_DAYS, services),
    },
  ];
}
