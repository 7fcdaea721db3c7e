import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import type { ObjectId } from 'mongodb';
import { findAnyChild, listChildrenOf } from '../../families/booking.ts';
import { listGuardians, listGuardiansOf } from '../../families/guardians.ts';
import { findPickupCode } from '../../families/pickup-code.ts';
import { readBlocks } from '../../families/read-blocks.ts';
import { findActiveUsers } from '../../users/find-users.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { dropDoubles } from '../../database/drop-doubles.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { type Fact, facts, link } from '../content.ts';
import { aboutNoChild, defineMail, type Read, type Reader } from '../mail-module.ts';
import { nameChild } from '../parts/say.ts';
import { toAdmins, toEach } from '../recipients.ts';

type NewNameProps = { name: string; children: string[] };

/**
 * Tells the other guardians of a child that one of them has a new name here. Always, so that the email says nothing
 * about who must not collect the child. R460
 */
export const newName = defineMail<{ userId: ObjectId }, NewNameProps>({
  on: {
    async 'guardian renamed'({ _id, data: { userId } }, services) {
      return toEach(await listOthers(userId, services), `renamed-${_id}`, { userId });
    },
  },

  read: readGuardian,

  write({ name, children }) {
    const who = cut(cleanLine(name), 60);
    return {
      subject: 'A guardian of your child has a new name',
      parts: [
        `One of your child’s guardians has changed their name with us. Now it is ${who}.`,
        facts(children.map((child): Fact => ['Child', nameChild(child)])),
        'Do you not know this name? Call us.',
        link('See the guardians', '/dashboard/children'),
      ],
    };
  },
});

/** Tells the other guardians of a child that one of them is back, because the office took back a removal. R594 */
export const guardianBack = defineMail<{ userId: ObjectId }, NewNameProps>({
  on: {
    async 'guardian back'({ _id, data: { userId } }, services) {
      return toEach(await listOthers(userId, services), `back-${_id}`, { userId });
    },
  },

  read: readGuardian,

  write({ name, children }) {
    const who = cut(cleanLine(name), 60);
    return {
      subject: 'A guardian of your child is back',
      parts: [
        `The school had closed the account of ${who}, and has opened it again. ${who} is a guardian of your child again, as before.`,
        facts(children.map((child): Fact => ['Child', nameChild(child)])),
        'Contacts, codes, a photo and permissions that ended with it do not come back.',
        'Is this wrong? Call us.',
        link('See the guardians', '/dashboard/children'),
      ],
    };
  },
});

/** The other guardians who may see one of the children of this account. */
async function listOthers(userId: ObjectId, services: Services): Promise<UserDocument[]> {
  const children = await listChildrenOf({ _id: userId }, services);
  const guardians = [...(await listGuardiansOf(children, services)).values()].flat();
  const others = guardians.filter(
    ({ user, may }) => may.includes('see') && !user._id.equals(userId),
  );
  return dropDoubles(others.map(({ user }) => user));
}

/** Their name, and which children of the reader they look after. */
async function readGuardian(
  { userId }: { userId: ObjectId },
  { rights, user }: Reader,
  services: Services,
): Promise<Read<NewNameProps> | undefined> {
  const [guardian] = await findActiveUsers([userId], services);
  const children = (await listChildrenOf({ _id: userId }, services)).filter(({ _id }) =>
    rights.may('see', _id),
  );
  if (!guardian || children.length === 0 || user._id.equals(userId)) return undefined;
  const props = { name: guardian.name, children: children.map(({ name }) => name) };
  return { props, childIds: children.map(({ _id }) => _id) };
}

/** `which`: the account that has a new name, or the code. */
type ToCheckCause = { childId: ObjectId; news: 'name' | 'code'; which: ObjectId };
type ToCheckProps = { news: 'name' | 'code'; child: string; familyId: string };

/**
 * Tells the office what it may have to look at, of a child for whom somebody is blocked: a guardian has a new name, or
 * made a code for somebody who may be the one. Without the adult's name: R397. R460, R463
 */
export const pickUpToCheck = defineMail<ToCheckCause, ToCheckProps>({
  isForAdmins: true,
  on: {
    async 'guardian renamed'({ _id, data: { userId } }, services) {
      const children = await listChildrenOf({ _id: userId }, services);
      const blocks = await readBlocks(
        children.map((child) => child._id),
        services,
      );
      const blocked = children.filter((child) => blocks.has(child._id.toHexString()));
      const mails = blocked.map(({ _id: childId }) =>
        toAdmins(
          `look-${_id}-${childId.toHexString()}`,
          { childId, news: 'name' as const, which: userId },
          services,
        ),
      );
      return (await Promise.all(mails)).flat();
    },
    async 'make pickup code'({ _id, data: { childId, codeId } }, services) {
      if (!(await isForBlocked(childId, codeId, services))) return [];
      return toAdmins(`look-${_id}`, { childId, news: 'code', which: codeId }, services);
    },
  },

  async read({ childId, news, which }, _reader, services) {
    const child = await findAnyChild(childId, services);
    const [guardian] = (await listGuardians([childId], services)).get(childId.toHexString()) ?? [];
    if (!child || !guardian) return undefined;
    if (news === 'code' && !(await isForBlocked(childId, which, services))) return undefined;
    const familyId = guardian.user._id.toHexString();
    return aboutNoChild({ news, child: child.name, familyId });
  },

  write({ news, child, familyId }) {
    const who = nameChild(child);
    return {
      subject: 'Look at who picks up a child',
      parts: [
        news === 'name'
          ? `A guardian of ${who} has changed their name. Somebody is blocked from picking up ${who}: look whether that is still right.`
          : `A guardian made a pick-up code for ${who}. The name is that of somebody who is blocked, or nearly. The team refuses the code at the gate; the family does not know.`,
        facts([['Child', who]]),
        link('Open the family’s page', `/dashboard/families/${familyId}`),
      ],
    };
  },
});

/** Whether a code that still works is for somebody who must not collect the child, or may be them. */
async function isForBlocked(
  childId: ObjectId,
  codeId: ObjectId,
  services: Services,
): Promise<boolean> {
  const code = await findPickupCode(childId, services);
  if (!code?._id.equals(codeId)) return false;
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString()) ?? [];
  return judgeCollector(blocks, { name: code.name }, readToday(services)) !== 'free';
}
