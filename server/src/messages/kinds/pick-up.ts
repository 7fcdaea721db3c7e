import type { ObjectId } from 'mongodb';
import { findTaps } from '../../attendance/attendance-store.ts';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { findPickupCode } from '../../families/pickup-code.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameChild, sayMoment } from '../parts/say.ts';
import { toEach } from '../recipients.ts';

/** `which`: the id of the code or, once the child has left, of the tap. */
type PickUpCause = { childId: ObjectId; news: 'made' | 'withdrawn' | 'left'; which: string };

/** `adult`: who comes, or came; null once forgotten. `at`: until when the code works, or when the child left. */
type PickUpProps = {
  news: PickUpCause['news'];
  child: string;
  adult: string | null;
  at: Date | null;
  path: string;
};

/**
 * Tells every guardian who may see a child that somebody who is not on its list may collect it, no longer may, or did.
 * Even the one who made the code: somebody else may have their phone. Never the code. R393
 */
export const pickUpCode = defineMail<PickUpCause, PickUpProps>({
  on: {
    'make pickup code': ({ _id, data: { childId, codeId } }, services) =>
      notifyGuardians(_id, { childId, which: codeId.toHexString(), news: 'made' }, services),
    'withdraw pickup code': ({ _id, data: { childId, codeId } }, services) =>
      notifyGuardians(_id, { childId, which: codeId.toHexString(), news: 'withdrawn' }, services),
    'left with code': ({ _id, data: { childId, tapId } }, services) =>
      notifyGuardians(_id, { childId, which: tapId, news: 'left' }, services),
  },

  async read(cause, { rights }, services) {
    const { childId, news } = cause;
    if (!rights.may('see', childId)) return undefined;
    const child = await findAnyChild(childId, services);
    const told = child && (await readNews(cause, services));
    if (!told) return undefined;
    const path = `/dashboard/children/${childId.toHexString()}#pick-up`;
    return { props: { news, child: child.name, path, ...told }, childIds: [childId] };
  },

  write({ news, child, adult, at, path }, { timeZone }) {
    const who = nameChild(child);
    const name = cut(cleanLine(adult ?? ''), 60) || 'somebody';
    const moment = at ? sayMoment(at, timeZone) : '';
    const rows = (label: string) => facts([['Child', who], ['Adult', name], at && [label, moment]]);
    switch (news) {
      case 'made':
        return {
          subject: 'A code to pick up your child',
          parts: [
            `A guardian of ${who} made a pick-up code for ${name}. With the code, this person can collect ${who} once. We never send the code by email.`,
            rows('Until'),
            'Is that wrong? Withdraw the code at once, or call us.',
            link('See the code', path),
          ],
        };
      case 'withdrawn':
        return {
          subject: 'A pick-up code no longer works',
          parts: [
            `A guardian of ${who} has withdrawn the pick-up code. Nobody can collect ${who} with it anymore. Guardians and the people on ${who}’s list still can.`,
            link('See who may pick up', path),
          ],
        };
      case 'left':
        return {
          subject: 'Your child was picked up with a code',
          parts: [
            `${who} has left with ${name}. The team asked for the pick-up code that a guardian made.`,
            rows('Left'),
            'Does something look wrong? Call us at once.',
          ],
        };
    }
  },
});

/** @returns undefined if it is no longer true */
async function readNews(
  cause: PickUpCause,
  services: Services,
): Promise<Pick<PickUpProps, 'adult' | 'at'> | undefined> {
  const code = await findPickupCode(cause.childId, services);
  if (cause.news === 'left') {
    // The tap is written right after the code is used up.
    const [tap] = await findTaps(services.database.collections, [cause.which]);
    if (tap?.collectedBy?.how === 'code') return { adult: tap.collectedBy.name, at: tap.at };
    return code?.usedBy === cause.which ? { adult: code.name, at: null } : undefined;
  }
  const current = code?._id.toHexString() === cause.which ? code : null;
  if (cause.news === 'withdrawn') return current ? undefined : { adult: null, at: null };
  const isOpen = current && !current.usedBy && current.until > services.now();
  return isOpen ? { adult: current.name, at: current.until } : undefined;
}

async function notifyGuardians(id: string, about: PickUpCause, services: Services) {
  const users = await listGuardiansWho('see', about.childId, services);
  return toEach(users, `pickup-${id}`, about);
}
