import { MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { BY_START, listClasses } from '../../database/class-store.ts';
import type { MessageAbout, SeatsOfCause } from '../../database/outbox-document.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { link, quote } from '../content.ts';
import { defineMail, type Reader } from '../mail-module.ts';
import { findAudience, findThoseOf, keepGroup, type MessageTarget } from '../message-audience.ts';
import { findEnrolled, FORMS_PATH, readEach } from '../parts/find.ts';
import { listChildIds } from '../parts/props.ts';
import { nameClass, sayAll } from '../parts/say.ts';
import { findEntry } from '../parts/waiting.ts';

type SchoolMessageCause = MessageTarget & {
  subject: string;
  text?: string;
  from: string;
  about: MessageAbout[];
};

/** `classNames`: the classes of the reader's seats, or those they wait for. At least one. */
type SchoolMessageProps = {
  classNames: string[];
  group: MessageGroup;
  /** Set if it went to one group of the class. The email does not say which one. */
  isOneGroup?: true;
  subject: string;
  text: string;
  from: string;
};

const CHILDREN = link('Open My Children', '/dashboard/children');

const GROUPS: Record<MessageGroup, [whom: (classes: string) => string, button: typeof CHILDREN]> = {
  enrolled: [(classes) => `everyone in ${classes}`, link('See your class', '/dashboard/enroll')],
  'health missing': [
    (classes) => `the families in ${classes} whose answers about health are missing`,
    CHILDREN,
  ],
  'contact missing': [
    (classes) => `the families in ${classes} whose emergency contacts are missing`,
    CHILDREN,
  ],
  'forms missing': [
    (classes) => `the families in ${classes} who still have forms to answer`,
    link('Answer the forms', FORMS_PATH),
  ],
  waiting: [
    (classes) => `everyone who waits for a seat in ${classes}`,
    link('Open My Waiting List', '/dashboard/waiting'),
  ],
};

/** Passes on what an admin or the instructor writes to the families of some classes. R310 */
export const schoolMessage = defineMail<SchoolMessageCause, SchoolMessageProps>({
  choice: 'news',
  on: {
    /** Once for each person. Those who want no news only see it on their Messages page. */
    async 'message to class'({ _id, data: { after } }, services) {
      const { subject, text, from, group, groupId, formId } = after;
      const told = { _id: { $in: after.classId.map((id) => new ObjectId(id)) } };
      const classes = await listClasses(services.database.collections, told, { sort: BY_START });
      const target = { group, ...(groupId && { groupId }), ...(formId && { formId }) };
      const { readers } = await findAudience(classes, target, services);
      return readers.map(({ user: to, about }) => ({
        id: `message-${_id}-${to._id.toHexString()}`,
        about: { subject, text, from, ...target, about },
        to,
      }));
    },
  },

  /** What the school writes to some classes, for people who still belong to the group that it was written to. */
  async read({ subject, text, from, about, ...target }, reader, services) {
    const { group, groupId } = target;
    const still = await readEach(about, (one) => findOne(one, target, reader, services));
    if (still.length === 0 || !text) return undefined;
    const classNames = still.map(({ className }) => className);
    return {
      props: { classNames, group, ...(groupId && { isOneGroup: true }), subject, text, from },
      childIds: still.flatMap(({ childIds }) => childIds),
    };
  },

  write({ classNames, group, isOneGroup, subject, text, from }) {
    const names = sayAll(classNames.map(nameClass));
    const classes = isOneGroup ? `one group of ${names}` : names;
    const [whom, button] = GROUPS[group];
    return {
      subject: cut(cleanLine(subject) || names, MAX_SUBJECT_LENGTH),
      parts: [
        `${cleanLine(from) || 'The school'} sent this message to ${whom(classes)}:`,
        quote(text),
        button,
        'If you reply to this email, your reply goes to the school.',
      ],
    };
  },
});

/** A class in which the reader still has such a seat, or still waits. */
async function findOne(
  about: MessageAbout | SeatsOfCause,
  target: MessageTarget,
  reader: Reader,
  services: Services,
) {
  if ('waitId' in about && about.waitId) {
    const { classId, waitId } = about;
    const waits = await findEntry({ classId, waitId }, reader, services);
    return waits && { className: waits.campClass.name, childIds: waits.childIds };
  }
  const found = await findEnrolled(about, reader, services);
  if (!found) return undefined;
  const { name: className } = found.campClass;
  const all = keepGroup(found.seats, target.groupId).map((seat) => ({
    userId: seat.userId,
    lastDay: onDays(found.campClass, seat).camp_end,
    ...(seat.childId && { childId: seat.childId }),
  }));
  const belongs = await findThoseOf(target, all, services);
  const seats = all.filter((seat) => belongs(seat, reader.user));
  return seats.length > 0 ? { className, childIds: listChildIds(seats) } : undefined;
}
