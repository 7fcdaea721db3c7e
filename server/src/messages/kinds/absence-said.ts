import { SCHOOL } from '@speakifyr/contract/school.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { findTaps } from '../../attendance/attendance-store.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { readChildName } from '../../users/participant-names.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { addDays, findTime } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail, type Reader } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameChild, nameClass, subjectOf } from '../parts/say.ts';
import { toEach } from '../recipients.ts';
import { isEnrolledIn, MAY_HAVE_ARRIVED } from './came-or-left.ts';

type AbsenceSaidCause = { tapId: string; childId: ObjectId; isAbsent: boolean };

/** `by`: the guardian who said so. `day`: yyyy-mm-dd */
type AbsenceSaidProps = {
  child: string;
  className: string;
  day: string;
  by: string;
  isAbsent: boolean;
};

/**
 * Tells the other guardians who may see a child that one of them said that it does not come, or that it comes after all:
 * nobody looks for a child that is expected nowhere. R492
 */
export const absenceSaid = defineMail<AbsenceSaidCause, AbsenceSaidProps>({
  on: {
    async 'family said'({ _id, data: { childId, tapId } }, services) {
      const [tap] = await findTaps(services.database.collections, [tapId]);
      if (!tap) return [];
      const guardians = await listGuardiansWho('see', childId, services);
      const others = guardians.filter((user) => !user._id.equals(tap.by));
      const about = { tapId, childId, isAbsent: tap.kind === 'absent' };
      const zone = SCHOOL.timeZone;
      return toEach(others, `absence-${_id}`, about, findTime(addDays(tap.day, 1), '00:00', zone));
    },
  },

  async read(cause, reader, services) {
    const { tapId, childId, isAbsent } = cause;
    const [tap] = await findTaps(services.database.collections, [tapId]);
    const campClass = tap && (await findClassWithId(tap.classId, services));
    if (!campClass || !reader.rights.may('see', childId) || !isEnrolledIn(campClass, childId))
      return undefined;
    // Somebody has changed it again since.
    if ((tap.kind === 'absent') !== isAbsent || tap.by.equals(reader.user._id)) return undefined;
    if ((await findTold(cause, reader, services)) === isAbsent) return undefined;
    const child = (await readChildName(childId, services)) ?? '';
    const by = (await findUserWithId(tap.by, services))?.name ?? '';
    return {
      props: { child, className: campClass.name, day: tap.day, by, isAbsent },
      childIds: [childId],
    };
  },

  write({ child, className, day, by, isAbsent }) {
    const who = nameChild(child);
    const guardian = cut(cleanLine(by), 60) || 'A guardian';
    const news = isAbsent ? 'isn’t coming' : 'is coming after all';
    return {
      subject: subjectOf('', `${cut(who, 25)} ${news} on ${nameDay(day)}`),
      parts: [
        `${guardian} told us that ${who} ${news}.`,
        facts([
          ['Class', nameClass(className)],
          ['Day', nameDay(day)],
        ]),
        'Is that wrong? Change it under Enrolled Course, or call us.',
        link('See the camp day', '/dashboard/enroll'),
      ],
    };
  },
});

/** What this reader was told last; undefined if nothing. */
async function findTold(
  { tapId }: AbsenceSaidCause,
  { user }: Reader,
  { database }: Services,
): Promise<boolean | undefined> {
  const [line] = await database.collections.outbox
    .find({
      userId: user._id,
      'cause.kind': 'absence said',
      'cause.tapId': tapId,
      state: { $in: MAY_HAVE_ARRIVED },
    })
    .sort({ createdAt: -1 })
    .limit(1)
    .toArray();
  return line && line.cause['isAbsent'] === true;
}
