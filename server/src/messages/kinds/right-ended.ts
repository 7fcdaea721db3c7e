import type { ObjectId } from 'mongodb';
import type { EndedKind } from '../../database/event-document.ts';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardians, listGuardiansWho } from '../../families/guardians.ts';
import { countLeftBlocks } from '../../families/office-blocks.ts';
import { hasEveryRight } from '../../families/rights.ts';
import { link, list } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { nameChild } from '../parts/say.ts';
import { toAdmins, toEach } from '../recipients.ts';

/** What the others hear once a guardian has lost a right for a child. R466 */

type RightEndedCause = { childId: ObjectId; ended: EndedKind[]; healthToConfirm: boolean };

/** `mayChange`: whether the reader can add again what ended. */
type RightEndedProps = Omit<RightEndedCause, 'childId'> & {
  child: string;
  mayChange: boolean;
  path: string;
};

const ENDED: Record<EndedKind, string> = {
  contacts: 'Contacts. They may no longer pick up, and we no longer call them in an emergency.',
  'pick-up code': 'A pick-up code. It no longer works.',
  'leaving alone': 'The permission to leave alone.',
  photo: 'The photo for the team.',
  note: 'The note for the instructor.',
  invitations: 'Invitations to other guardians.',
  consent: 'Consents, such as to pictures. Whoever may change things can answer again.',
  absence: 'An absence that was reported for today or a later day. We expect your child again.',
};

/**
 * Tells the guardians who may see a child what has ended with the right of another one, and what only they can say
 * now. No name, no number, and no word of what was given. R466
 */
export const rightEnded = defineMail<RightEndedCause, RightEndedProps>({
  on: {
    async 'end what was given'({ _id, data }, services) {
      const { childId, lost, after } = data;
      const { ended, healthToConfirm } = after;
      // A guardian does not hear that somebody else's entry about who must not collect the child is left.
      if (ended.length === 0 && !healthToConfirm) return [];
      const users = await listGuardiansWho('see', childId, services);
      const others = users.filter((user) => !user._id.equals(lost));
      return toEach(others, `ended-${_id}`, { childId, ended, healthToConfirm });
    },
  },

  async read({ childId, ...ended }, { rights }, services) {
    if (!rights.may('see', childId)) return undefined;
    const child = await findAnyChild(childId, services);
    if (!child) return undefined;
    const path = `/dashboard/children/${childId.toHexString()}`;
    const mayChange = rights.mayChange(childId);
    return { props: { ...ended, child: child.name, mayChange, path }, childIds: [childId] };
  },

  write({ child, ended, healthToConfirm, mayChange, path }) {
    const who = nameChild(child);
    return {
      subject: 'Please check who may pick up your child',
      parts: [
        `Another guardian of ${who} has lost the right to decide about ${who}.`,
        ...(ended.length > 0
          ? ['This ended with it:', list(ended.map((kind) => ENDED[kind]))]
          : []),
        ...(ended.includes('contacts')
          ? ['A contact also ends if it is this guardian, or if we don’t know who entered it.']
          : []),
        ...(healthToConfirm
          ? [
              `We keep what this guardian told us about ${who}’s health, because ${who} may need it. Is it still right?`,
            ]
          : []),
        mayChange
          ? 'Please look at it, and add again what you want to keep.'
          : 'You cannot change it. If something is missing, please call us.',
        link('See who may pick up', path),
      ],
    };
  },
});

type EntryLeftCause = { childId: ObjectId };

/** `toDecide`: how many entries about who must not collect the child are left. */
type EntryLeftProps = { toDecide: number; isToCall: boolean; path: string };

/**
 * Tells the office what it has to do once a guardian no longer decides about a child: decide about the entries that
 * they wrote, which stay until then; or call the family, if nobody of it can log in and add what has ended. R467
 */
export const entryLeft = defineMail<EntryLeftCause, EntryLeftProps>({
  isForAdmins: true,
  on: {
    'end what was given': ({ _id, data: { childId } }, services) =>
      toAdmins(`left-${_id}`, { childId }, services),
  },

  async read({ childId }, _reader, services) {
    const guardians = (await listGuardians([childId], services)).get(childId.toHexString());
    const [first] = guardians ?? [];
    if (!guardians || !first) return undefined;
    const toDecide = await countLeftBlocks(childId, services);
    const isToCall = !guardians.some((one) => hasEveryRight(one) && one.user.uid);
    if (toDecide === 0 && !isToCall) return undefined;
    const path = `/dashboard/families/${first.user._id.toHexString()}`;
    return aboutNoChild({ toDecide, isToCall, path });
  },

  write({ toDecide, isToCall, path }) {
    const entries = toDecide === 1 ? 'an entry' : `${toDecide} entries`;
    return {
      subject: 'A guardian no longer decides about a child',
      parts: [
        ...(toDecide > 0
          ? [
              `This guardian wrote ${entries} about who must not collect the child. We still keep to it. Please decide with the family whether it stays.`,
            ]
          : []),
        ...(isToCall
          ? [
              'Contacts, a pick-up code or another permission from this guardian may have ended, and no other guardian can log in and change them. Please call the family.',
            ]
          : []),
        link('Open the family’s page', path),
      ],
    };
  },
});
