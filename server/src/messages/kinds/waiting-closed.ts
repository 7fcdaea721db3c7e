import type { ObjectId } from 'mongodb';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { hasJoiningEnded } from '../../enrollments/seats/join-until.ts';
import { link } from '../content.ts';
import { findRecipient } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameClass, subjectOf } from '../parts/say.ts';

type WaitingClosedCause = {
  childIds: ObjectId[];
  isLapsed?: true;
} & EntryOfClass;

type WaitingClosedProps = {
  className: string;
  why: 'canceled' | 'started' | 'lapsed';
  /** The class’s page; only for somebody who may join the list again. */
  path?: string;
};

const WHY_CLOSED = {
  canceled: 'the class will not take place, so the list is closed.',
  started: 'no seat opened up for you before the class started, so the list is closed.',
};

/** Says that nobody waits for a class anymore, or that the reader doesn't after two offers. */
export const waitingClosed = defineMail<WaitingClosedCause, WaitingClosedProps>({
  keepTryingDays: 3,
  on: {
    async 'waiting ended'({ data: { userId, ...about } }, services) {
      const to = await findRecipient(userId, services);
      if (to?.status !== 'active') return [];
      return [{ id: `closed-${about.waitId.toHexString()}`, about, to }];
    },
  },

  /**
   * What people read whose waiting list is closed, unless the class can be joined again, or whose own entry has ended.
   * Not if none of those who waited is theirs anymore.
   */
  async read({ classId, childIds: waited, isLapsed }, { user, rights }, services) {
    const childIds = waited.filter(rights.isTheirs);
    if (user.status !== 'active' || (waited.length > 0 && childIds.length === 0)) return undefined;
    const campClass = await findClassWithId(classId, services);
    if (!campClass) return undefined;
    const { name: className, status } = campClass;
    if (status === 'archived') return { props: { className, why: 'canceled' }, childIds };
    if (hasJoiningEnded(campClass, services))
      return { props: { className, why: 'started' }, childIds };
    if (!isLapsed) return undefined;
    const path = `/classes/${classId.toHexString()}`;
    return { props: { className, why: 'lapsed', path }, childIds };
  },

  write({ className, why, path = '/classes' }) {
    const name = nameClass(className);
    const isLapsed = why === 'lapsed';
    return {
      subject: subjectOf(
        isLapsed ? 'Your place on the list has ended: ' : 'Waiting list closed: ',
        name,
      ),
      parts: [
        isLapsed
          ? `We held a seat in ${name} for you twice, and the time to take it ran out both times. So your place on the waiting list has ended. If you still want a seat, you can join the class or its list again, at its end.`
          : `You were on the waiting list for ${name}. We are sorry: ${WHY_CLOSED[why]}`,
        'You have not been charged, and you don’t have to do anything.',
        link(isLapsed ? 'See the class' : 'See other classes', path),
      ],
    };
  },
});
