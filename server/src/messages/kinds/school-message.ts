import { MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { ObjectId } from 'mongodb';
import { BY_START, listClasses } from '../../database/class-store.ts';
import type { EventOf } from '../../database/event-document.ts';
import type { MessageAbout, SeatsOfCause } from '../../database/outbox-document.ts';
import { cleanLine, cleanText, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { addressTo, daysFromNow } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import { findAudience, keepThoseOf } from '../message-audience.ts';
import type { NewMail } from '../outbox.ts';
import { listChildIds } from '../parts/props.ts';
import { greet, nameClass, sayAll } from '../parts/say.ts';
import { findEnrolled } from '../parts/seats.ts';
import { findEntry } from '../parts/waiting.ts';

export type SchoolMessageCause = {
  kind: 'school message';
  subject: string;
  text?: string;
  from: string;
  group?: MessageGroup;
  about?: MessageAbout[];
} & Partial<SeatsOfCause>;

/** `classNames`: those of the reader's seats, or for which they wait. At least one. */
type SchoolMessageProps = {
  classNames: string[];
  group: MessageGroup;
  subject: string;
  text: string;
  from: string;
};

export const schoolMessage = defineMail<SchoolMessageCause, SchoolMessageProps>({
  kind: 'school message',
  choice: 'news',
  on: { 'message to class': describeMessageMails },
  read,
  write: writeSchoolMessage,
});

/** Passes on what an admin or the instructor writes to the families of some classes. */
export function writeSchoolMessage(
  { classNames, group, subject, text, from }: SchoolMessageProps,
  { to }: Pick<MailContext, 'to'>,
): MailContent {
  const classes = sayAll(classNames.map(nameClass));
  const [whom, link] = GROUPS[group];
  return {
    subject: cut(cleanLine(subject) || classes, MAX_SUBJECT_LENGTH),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${cleanLine(from) || 'The school'} sent this message to ${whom(classes)}:`,
      },
      { kind: 'quote', text: cleanText(text) || '–' },
      { kind: 'link', ...link },
      { kind: 'text', text: 'If you reply to this email, your reply goes to the school.' },
    ],
  };
}

type Words = [whom: (classes: string) => string, link: { label: string; path: string }];

const CHILDREN = { label: 'Open My Children', path: '/dashboard/children' };

const GROUPS: Record<MessageGroup, Words> = {
  enrolled: [
    (classes) => `everyone in ${classes}`,
    { label: 'See your class', path: '/dashboard/enroll' },
  ],
  'health missing': [
    (classes) => `the families in ${classes} whose answers about health are missing`,
    CHILDREN,
  ],
  'contact missing': [
    (classes) => `the families in ${classes} whose emergency contacts are missing`,
    CHILDREN,
  ],
  waiting: [
    (classes) => `everyone who waits for a seat in ${classes}`,
    { label: 'Open My Waiting List', path: '/dashboard/waiting' },
  ],
};

/** What the school writes to some classes, for people who still belong to the group that it was written to. */
async function read(
  { subject, text, from, group = 'enrolled', about, ...seatsOf }: SchoolMessageCause,
  reader: Reader,
  services: Services,
): Promise<Read<SchoolMessageProps> | undefined> {
  const { classId } = seatsOf;
  const wanted = about ?? (classId ? [{ ...seatsOf, classId }] : []);
  const found = await Promise.all(wanted.map((one) => findOne(one, group, reader, services)));
  const still = found.flatMap((one) => one ?? []);
  if (still.length === 0 || !text) return undefined;
  const classNames = still.map(({ className }) => className);
  return {
    props: { classNames, group, subject, text, from },
    childIds: still.flatMap(({ childIds }) => childIds),
  };
}

type Found = { className: string; childIds: ObjectId[] };

/** A class in which the reader still has such a seat, or still waits. */
async function findOne(
  about: MessageAbout | SeatsOfCause,
  group: MessageGroup,
  reader: Reader,
  services: Services,
): Promise<Found | undefined> {
  if ('waitId' in about && about.waitId) {
    const { classId, waitId } = about;
    const waits = await findEntry({ classId, waitId }, reader, services);
    return waits && { className: waits.campClass.name, childIds: waits.childIds };
  }
  const found = await findEnrolled(about, reader, services);
  if (!found) return undefined;
  const { name: className, camp_end: lastDay } = found.campClass;
  const seats = await keepThoseOf(
    group,
    found.seats.map(({ childId }) => ({ lastDay, ...(childId && { childId }) })),
    services,
  );
  return seats.length > 0 ? { className, childIds: listChildIds(seats) } : undefined;
}

const MESSAGE_DAYS = 7;

/** A message to some classes, once for each person. Those who want no news only see it on their Messages page. */
async function describeMessageMails(
  { _id, data: { after } }: EventOf<'message to class'>,
  services: Services,
): Promise<NewMail<SchoolMessageCause>[]> {
  const { subject, text, from, group } = after;
  const classIds = after.classId.map((id) => new ObjectId(id));
  const told = { _id: { $in: classIds } };
  const classes = await listClasses(services.database.collections, told, { sort: BY_START });
  const { readers } = await findAudience(classes, group, services);
  return readers.map(({ user, about }) => ({
    _id: `message-${_id}-${user._id.toHexString()}`,
    cause: { kind: 'school message', subject, text, from, group, about },
    ...addressTo(user),
    isEssential: false,
    notAfter: daysFromNow(MESSAGE_DAYS, services),
  }));
}
