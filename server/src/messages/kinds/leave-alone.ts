import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { readLeavingAlone } from '../../families/leave-alone.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameChild } from '../parts/say.ts';
import { toEach } from '../recipients.ts';

type LeaveAloneCause = { childId: ObjectId; isAllowed: boolean };

/** `from`: HH:MM at the school; null if it was taken back. */
type LeaveAloneProps = { child: string; from: string | null; path: string };

/**
 * Tells every guardian who may see a child that it may leave alone, or no longer may. Even the one who said so:
 * somebody else may have their phone. R412
 */
export const leaveAlone = defineMail<LeaveAloneCause, LeaveAloneProps>({
  on: {
    'allow leaving alone': ({ _id, data: { childId } }, services) =>
      notifyGuardians(_id, { childId, isAllowed: true }, services),
    'end leaving alone': ({ _id, data: { childId } }, services) =>
      notifyGuardians(_id, { childId, isAllowed: false }, services),
  },

  async read({ childId, isAllowed }, { rights }, services) {
    if (!rights.may('see', childId)) return undefined;
    const id = childId.toHexString();
    const [child, alone] = await Promise.all([
      findAnyChild(childId, services),
      readLeavingAlone([childId], services),
    ]);
    const from = alone.get(id)?.from ?? null;
    // Somebody has changed it again since.
    if (!child || (from !== null) !== isAllowed) return undefined;
    const path = `/dashboard/children/${id}#pick-up`;
    return { props: { child: child.name, from, path }, childIds: [childId] };
  },

  write({ child, from, path }) {
    const who = nameChild(child);
    if (from === null)
      return {
        subject: 'Your child no longer leaves alone',
        parts: [
          `A guardian of ${who} has taken back that ${who} may leave alone. From now on, ${who} only leaves with an adult.`,
          link('See who may pick up', path),
        ],
      };
    return {
      subject: 'Your child may leave alone',
      parts: [
        `A guardian of ${who} allows ${who} to leave the school without an adult, on every day and in all classes.`,
        facts([
          ['Child', who],
          ['From', formatTimeOfDay(from)],
        ]),
        'Is that wrong? Take it back at once, or call us.',
        link('See it', path),
      ],
    };
  },
});

async function notifyGuardians(id: string, about: LeaveAloneCause, services: Services) {
  const users = await listGuardiansWho('see', about.childId, services);
  return toEach(users, `alone-${id}`, about);
}
