import { ObjectId } from 'mongodb';
import type { EventOf } from '../../database/event-document.ts';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardians } from '../../families/guardians.ts';
import type { Services } from '../../services.ts';
import { link } from '../content.ts';
import { toEach } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameChild, nameClass } from '../parts/say.ts';

type AgeAllowedCause = {
  childId: ObjectId;
  classId: ObjectId;
  isAllowed: boolean;
};

type AgeAllowedProps = { child: string; className: string; isAllowed: boolean; path: string };

/** Tells guardians that the school lets a child join a class for another age, or no longer does. */
export const ageAllowed = defineMail<AgeAllowedCause, AgeAllowedProps>({
  on: { 'allow age': tellGuardians, 'take back age': tellGuardians },

  /** What an admin decided, while it is still so, for a guardian who still books for the child. */
  async read({ childId, classId, isAllowed }, { rights }, services) {
    if (!rights.may('book', childId)) return undefined;
    const [child, campClass] = await Promise.all([
      findAnyChild(childId, services),
      findClassWithId(classId, services),
    ]);
    if (!child || campClass?.status !== 'open') return undefined;
    if (child.allowedClasses.some((id) => id.equals(classId)) !== isAllowed) return undefined;
    const path = `/classes/${classId.toHexString()}`;
    const props = { child: child.name, className: campClass.name, isAllowed, path };
    return { props, childIds: [childId] };
  },

  write({ child, className, isAllowed, path }) {
    const [who, what] = [nameChild(child), nameClass(className)];
    return {
      subject: isAllowed
        ? 'Your child may join a class for another age'
        : 'A class for another age',
      parts: [
        isAllowed
          ? `${what} is for another age, and we think that it fits ${who}. You can join it for ${who} now, while there are free seats.`
          : `${what} is for another age. We said that ${who} may join it all the same, and have to take that back. A seat that ${who} already has stays.`,
        link('See the class', path),
        'If you have a question, please reply to this email.',
      ],
    };
  },
});

/** Tells those who book for the child. */
async function tellGuardians(
  { _id, type, data: { classId, after } }: EventOf<'allow age' | 'take back age'>,
  services: Services,
) {
  const childId = new ObjectId(after.child);
  const guardians = (await listGuardians([childId], services)).get(after.child) ?? [];
  const users = guardians.filter(({ may }) => may.includes('book')).map(({ user }) => user);
  return toEach(users, `age-${_id}`, { childId, classId, isAllowed: type === 'allow age' });
}
