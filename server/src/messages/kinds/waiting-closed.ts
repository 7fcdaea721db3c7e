import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findClass } from '../../database/class-store.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { hasJoiningEnded } from '../../enrollments/seats/join-until.ts';
import type { Services } from '../../services.ts';
import type { EventOf } from '../../database/event-document.ts';
import { essentialTo, findRecipient } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet, nameClass, subjectOf } from '../parts/say.ts';

export type WaitingClosedCause = {
  kind: 'waiting closed';
  childIds: ObjectId[];
  isLapsed?: true;
} & EntryOfClass;

type WaitingClosedProps = {
  className: string;
  why: 'canceled' | 'started' | 'lapsed';
  /** The class’s page; only for somebody who may join the list again. */
  path?: string;
};

export const waitingClosed = defineMail<WaitingClosedCause, WaitingClosedProps>({
  kind: 'waiting closed',
  on: { 'waiting ended': describeMails },
  read,
  write,
});

async function describeMails(
  { data }: EventOf<'waiting ended'>,
  services: Services,
): Promise<NewMail<WaitingClosedCause>[]> {
  const { email, ...entry } = data;
  const user = await findRecipient(email, services);
  if (user?.status !== 'active') return [];
  return [
    {
      _id: `closed-${entry.waitId.toHexString()}`,
      cause: { kind: 'waiting closed', ...entry },
      ...essentialTo(user, CLOSED_DAYS, services),
    },
  ];
}

const WHY_CLOSED = {
  canceled: 'the class will not take place, so the list is closed.',
  started: 'no seat opened up for you before the class started, so the list is closed.',
};

/** Says that nobody waits for a class anymore, or that the reader doesn't after two offers. */
function write(
  { className, why, path = '/classes' }: WaitingClosedProps,
  { to }: MailContext,
): MailContent {
  const name = nameClass(className);
  return {
    subject: subjectOf(
      why === 'lapsed' ? 'Your place on the list has ended: ' : 'Waiting list closed: ',
      name,
    ),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text:
          why === 'lapsed'
            ? `We held a seat in ${name} for you twice, and the time to take it ran out both times. So your place on the waiting list has ended. If you still want a seat, you can join the class or its list again, at its end.`
            : `You were on the waiting list for ${name}. We are sorry: ${WHY_CLOSED[why]}`,
      },
      { kind: 'text', text: 'You have not been charged, and you don’t have to do anything.' },
      { kind: 'link', label: why === 'lapsed' ? 'See the class' : 'See other classes', path },
    ],
  };
}

/**
 * What people read whose waiting list is closed, unless the class can be joined again, or whose own entry has ended. Not
 * if none of those who waited is theirs anymore.
 */
async function read(
  { classId, childIds, isLapsed }: WaitingClosedCause,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<WaitingClosedProps> | undefined> {
  const theirs = childIds.filter(rights.isTheirs);
  if (user.status !== 'active' || (childIds.length > 0 && theirs.length === 0)) return undefined;
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (!campClass) return undefined;
  const { name: className, status } = campClass;
  const say = (props: WaitingClosedProps) => ({ props, childIds: theirs });
  if (status === 'archived') return say({ className, why: 'canceled' });
  if (hasJoiningEnded(campClass, services)) return say({ className, why: 'started' });
  if (!isLapsed) return undefined;
  return say({ className, why: 'lapsed', path: `/classes/${classId.toHexString()}` });
}

/** How long people may still hear that a list is closed. */
const CLOSED_DAYS = 3;
