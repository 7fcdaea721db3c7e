import { hasMailbox, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';

/** The address by which the calls find an account: the stored one, also of a family without an email address. */
export function addressOf({ _id, email }: Pick<ListedUser, '_id' | 'email'>): string {
  return hasMailbox(email) ? email : standInAddress(_id);
}
