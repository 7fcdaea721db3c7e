import type { OwnData } from '@speakifyr/contract/account.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { findUserWithId, NOBODY } from './find-users.ts';

/** The question that the office has asked the owner of an account: may everything go to another one? R496 */

export type AskedMerge = {
  id: ObjectId;
  by: ObjectId;
  note: string;
  until: Date;
  join?: ObjectId[];
  account: UserDocument;
};

/** @returns null without an open question, or if the other account is gone */
export async function findAskedMerge(
  { mergeAsked }: Pick<UserDocument, 'mergeAsked'>,
  services: Pick<Services, 'database' | 'now'>,
): Promise<AskedMerge | null> {
  if (!mergeAsked || mergeAsked.until <= services.now()) return null;
  const account = await findUserWithId(mergeAsked.into, services);
  return account?.status === 'active' ? { ...mergeAsked, account } : null;
}

/** The same for the owner's data: also a question that has run out, as long as it is stored. */
export async function presentAskedMerge(
  { mergeAsked }: Pick<UserDocument, 'mergeAsked'>,
  services: Pick<Services, 'database'>,
): Promise<OwnData['mergeAsked']> {
  if (!mergeAsked) return null;
  const account = await findUserWithId(mergeAsked.into, services);
  const { name, email } = account ?? { name: '', email: NOBODY };
  return { into: { name, address: maskAddress(email) }, until: mergeAsked.until.toISOString() };
}

/** The name and as much of the address as its owner needs to recognize it, such as `Nora (n…@example.com)`. */
export function nameAccount({ name, email }: Pick<UserDocument, 'name' | 'email'>): string {
  return `${name} (${maskAddress(email)})`;
}

/** The first letter and the domain. */
export function maskAddress(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1…');
}
