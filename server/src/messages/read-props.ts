import type { OutboxDocument } from '../database/outbox-document.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { worksInOffice } from '../people/users/bundles.ts';
import { findUserWithId } from '../people/users/find-users.ts';
import type { Services } from '../services.ts';
import { getMail } from './kinds/all.ts';
import type { Read } from './mail-module.ts';
import { getMailChoice, wantsReminders } from './my-mail.ts';

/** What an email says. With `notSent` it is written, for the person's Messages page, but not sent; the text says why. */
export type ReadProps = Read<object> & { notSent?: string };

/**
 * Reads what an email says, just before each try to send it.
 * @returns undefined if it is no longer true or wanted, so that nobody must get it
 */
export async function readProps(
  { cause, userId }: Pick<OutboxDocument, 'cause' | 'userId'>,
  services: Services,
): Promise<ReadProps | undefined> {
  const mail = getMail(cause.kind);
  if (mail.readForAnyone && !(userId && mail.read)) return mail.readForAnyone(cause, services);
  const user = userId && (await findUserWithId(userId, services));
  if (!user || user.status === 'deleting' || user.status === 'deleted') return undefined;
  if (mail.isForAdmins && !worksInOffice(user)) return undefined;
  if (mail.choice === 'reminders' && !wantsReminders(user)) return undefined;
  const reader = { user, rights: await readFamilyRights(user, services) };
  const read = await mail.read?.(cause, reader, services);
  const isUnwanted = mail.choice === 'news' && !getMailChoice(user).news;
  return read && { ...read, ...(isUnwanted && { notSent: 'Turned off news' }) };
}
