import type { MailContent } from '@speakifyr/contract/mail.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../../database/class-store.ts';
import type { EventOf } from '../../database/event-document.ts';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardians } from '../../families/guardians.ts';
import type { Services } from '../../services.ts';
import { essentialTo, KEEP_TRYING_DAYS } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet, nameChild, nameClass } from '../parts/say.ts';

export type AgeAllowedCause = {
  kind: 'age allowed';
  childId: ObjectId;
  classId: ObjectId;
  isAllowed: boolean;
};

type AgeAllowedProps = { child: string; className: string; isAllowed: boolean; path: string };

export const ageAllowed = defineMail<AgeAllowedCause, AgeAllowedProps>({
  kind: 'age allowed',
  on: { 'allow age': describeAgeMails, 'take back age': describeAgeMails },
  read,
  write,
});

/** Tells guardians that the school lets a child join a class for another age, or no longer does. */
function write(
  { child, className, isAllowed, path }: AgeAllowedProps,
  { to }: MailContext,
): MailContent {
  const [who, what] = [nameChild(child), nameClass(className)];
  return {
    subject: isAllowed ? 'Your child may join a class for another age' : 'A class for another age',
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: isAllowed
          ? `${what} is for another age, and we think that it fits ${who}. You can join it for ${who} now, while there are free seats.`
          : `${what} is for another age. We said that ${who} may join it all the same, and have to take that back. A seat that ${who} already has stays.`,
      },
      { kind: 'link', label: 'See the class', path },
      { kind: 'text', text: 'If you have a question, please reply to this email.' },
    ],
  };
}

/** What an admin decided, while it is still so, for a guardian who still books for the child. */
async function read(
  { childId, classId, isAllowed }: AgeAllowedCause,
  { rights }: Reader,
  services: Services,
): Promise<Read<AgeAllowedProps> | undefined> {
  if (!rights.may('book', childId)) return undefined;
  const [child, campClass] = await Promise.all([
    findAnyChild(childId, services),
    findClass(services.database.collections, { _id: classId }),
  ]);
  if (!child || campClass?.status !== 'open') return undefined;
  if (child.allowedClasses.some((id) => id.equals(classId)) !== isAllowed) return undefined;
  const path = `/classes/${classId.toHexString()}`;
  const props = { child: child.name, className: campClass.name, isAllowed, path };
  return { props, childIds: [childId] };
}

/** Tells those who book for the child. */
async function describeAgeMails(
  { _id, type, data: { classId, after } }: EventOf<'allow age' | 'take back age'>,
  services: Services,
): Promise<NewMail<AgeAllowedCause>[]> {
  const childId = new ObjectId(after.child);
  const guardians = (await listGuardians([childId], services)).get(after.child) ?? [];
  const isAllowed = type === 'allow age';
  return guardians
    .filter(({ may }) => may.includes('book'))
    .map(({ user }) => ({
      _id: `age-${_id}-${user._id.toHexString()}`,
      cause: { kind: 'age allowed' as const, childId, classId, isAllowed },
      ...essentialTo(user, KEEP_TRYING_DAYS, services),
    }));
}
