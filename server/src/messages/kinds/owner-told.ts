import { nameDay } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { OldAddress } from '../../database/event-document.ts';
import { findAskedMerge, nameAccount } from '../../users/asked-merge.ts';
import { cut } from '../../plain-text.ts';
import { formatIsoDay } from '../../school-time.ts';
import { link } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { findRecipient } from '../recipients.ts';

/** What the owner of an account hears before it goes to another one, and after its address has changed. */

const UNEXPECTED = 'If you did not expect this, please reply to this email right away.';

/** Asks the owner of an account whether everything may go to another one. R496 */
export const mergeAsked = defineMail<{ askId: ObjectId }, { account: string; until: string }>({
  isNotCalled: true,
  on: {
    'ask to merge': async ({ data: { userId, askId } }, services) => [
      {
        id: `merge-${askId.toHexString()}`,
        about: { askId },
        to: await findRecipient(userId, services),
      },
    ],
  },
  async read({ askId }, { user }, services) {
    const asked = await findAskedMerge(user, services);
    if (!asked?.id.equals(askId)) return undefined;
    const until = formatIsoDay(asked.until, SCHOOL.timeZone);
    return aboutNoChild({ account: nameAccount(asked.account), until });
  },
  write: ({ account, until }) => ({
    subject: `A question about your account at ${cut(SCHOOL.name, 30)}`,
    parts: [
      `${SCHOOL.name} asks whether everything in your account may go to another one, that of ${account}: your children, seats, payments and messages. Your account would be deleted.`,
      `You decide. Log in, read what would go, and agree or decline by ${nameDay(until)}. If you do nothing, nothing changes.`,
      link('Read and answer', '/dashboard/children'),
      UNEXPECTED,
    ],
  }),
});

/** To an address that may be a stranger's, so it names nobody. */
function sayWhy(why: Ended['why']): string {
  const texts: Record<Ended['why'], string> = {
    corrected: `${SCHOOL.name} had an account for a family with this address. The office has corrected the address, so nothing about that account comes here anymore.`,
    unlinked: `${SCHOOL.name} has ended the log-in of the account with this address. To get back in, log in with this address and confirm it.`,
    'emails elsewhere': `Emails about your account at ${SCHOOL.name} no longer go to this address.`,
    merged: `${SCHOOL.name} had an account for a family with this address. It is part of another account now, so nothing about it comes here anymore.`,
  };
  return texts[why];
}

type Ended = { why: OldAddress['why'] | 'merged'; address: string };

/** Tells an old address that it is one. R498 */
export const addressEnded = defineMail<Ended, Pick<Ended, 'why'>>({
  isNotCalled: true,
  on: {
    'address ended': ({ _id, data: { userId, name, address, why } }) => [
      { id: `address-${_id}`, about: { why, address }, to: { name, address, userId } },
    ],
  },
  readForAnyone: ({ why }) => aboutNoChild({ why }),
  // Wherever the account's other emails go by now.
  sendTo: ({ address }) => ({ name: '', address }),
  write: ({ why }) => ({
    subject: `Your address at ${cut(SCHOOL.name, 40)}`,
    greeting: 'Hi there,',
    parts: [sayWhy(why), UNEXPECTED],
  }),
});
