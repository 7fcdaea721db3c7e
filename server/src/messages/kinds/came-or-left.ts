import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { ObjectId } from 'mongodb';
import { findTaps, presentTap } from '../../attendance/attendance-store.ts';
import { findToldMistake, isNews, listTapsBeside } from '../../attendance/tap-news.ts';
import type { ClassDocument } from '../../database/class-document.ts';
import type { TapDocument } from '../../database/family-documents.ts';
import { isEnrolled } from '../../seats/find-seat.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { readBlocks } from '../../families/read-blocks.ts';
import { readChildName } from '../../users/participant-names.ts';
import { cut } from '../../plain-text.ts';
import { HOUR_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { wants } from '../mail-choice.ts';
import { defineMail, type Reader } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameChild, nameClass, sayMoment, subjectOf } from '../parts/say.ts';
import { sayTap, type ToldTap } from '../parts/say-tap.ts';
import { toEach } from '../recipients.ts';

type CameOrLeftCause = { tapId: string; childId: ObjectId };

/**
 * `isLate`: the tap waited on a phone. `corrected`: the tap was a mistake; where the child really is, with the tap that
 * says so.
 */
type CameOrLeftProps = {
  child: string;
  className: string;
  tap: ToldTap;
  isLate: boolean;
  corrected?: { isHere: boolean; last: ToldTap | null };
};

/** Older news would only alarm. */
const TOLD_FOR_MS = 3 * HOUR_MS;

/** A tap that took longer to reach the school waited on its phone. */
const LATE_MS = 10 * 60_000;

/** Tells guardians who want it that a child came, was collected or is absent, or that this was a mistake. R425 */
export const cameOrLeft = defineMail<CameOrLeftCause, CameOrLeftProps>({
  isNotCalled: true,
  choice: 'campDay',
  isTimely: true,
  on: {
    async 'tap written'({ data: { childId, tapId } }, services) {
      const [tap] = await findTaps(services.database.collections, [tapId]);
      if (!tap) return [];
      // A late correction still counts: what they were told before is wrong.
      const from = tap.kind === 'undo' ? tap.receivedAt : tap.at;
      const notAfter = new Date(from.getTime() + TOLD_FOR_MS);
      if (notAfter <= services.now()) return [];
      const guardians = await listGuardiansWho('see', childId, services);
      const wanting = guardians.filter((user) => wants('campDay', user));
      return toEach(wanting, `came-or-left-${tapId}`, { tapId, childId }, notAfter);
    },
  },

  async read({ tapId, childId }, reader, services) {
    const { collections } = services.database;
    const [tap] = await findTaps(collections, [tapId]);
    const campClass = tap && (await findClassWithId(tap.classId, services));
    // Enrolled Course shows it to the same families.
    if (!campClass || !reader.rights.may('see', childId) || !isEnrolledIn(campClass, childId))
      return undefined;
    const taps = await listTapsBeside(tap, services);
    const told = await listTold(taps, reader, services);
    const isUndo = tap.kind === 'undo';
    const about = isUndo ? findToldMistake(tap, taps, told) : tap;
    if (!about || (!isUndo && !isNews(tap, taps, told))) return undefined;
    const child = (await readChildName(childId, services)) ?? '';
    const tell = await readTelling(childId, services);
    const { state, last } = readAttendance(taps.map(presentTap));
    const lastTap = taps.find(({ _id }) => _id === last?._id);
    const props = {
      child,
      className: campClass.name,
      tap: tell(about),
      isLate: tap.receivedAt.getTime() - tap.at.getTime() > LATE_MS,
      ...(isUndo && {
        corrected: { isHere: state === 'here', last: lastTap ? tell(lastTap) : null },
      }),
    };
    return { props, childIds: [childId] };
  },

  write({ child, className, tap, isLate, corrected }, context) {
    const who = nameChild(child);
    const news = sayTap(who, tap, context);
    const when = sayMoment(tap.at, context.timeZone);
    const details = facts([
      ['Class', nameClass(className)],
      tap.kind !== 'absent' && ['Time', when],
    ]);
    const more = link('See the camp day', '/dashboard/enroll');
    if (corrected) {
      const { isHere, last } = corrected;
      const now = last ? sayTap(who, last, context) : `${who} has not arrived`;
      return {
        subject: subjectOf('We made a mistake: ', who),
        parts: [
          `We wrote to you: ${news}. We noted it by mistake. We are sorry.`,
          `This is right: ${isHere ? `${who} is at camp` : now}.`,
          facts([['Class', nameClass(className)]]),
          more,
        ],
      };
    }
    return {
      // A long name leaves room for what happened.
      subject: subjectOf('', sayTap(cut(who, 25), tap, context)),
      parts: [
        `${news}.`,
        tap.isToAsk && 'Please call us about it.',
        tap.kind === 'absent' &&
          `Did you tell us that ${who} isn’t coming? Then you don’t have to do anything. If you think that ${who} is with us, please call us at once.`,
        isLate && 'Our team’s phone had no connection, so this email comes late.',
        details,
        more,
      ],
    };
  },
});

/** Whether a child has a seat in a class. */
export function isEnrolledIn({ seats }: ClassDocument, childId: ObjectId): boolean {
  return seats.some((seat) => isEnrolled(seat) && seat.childId?.equals(childId));
}

/** Emails in these states have arrived, or may have. */
export const MAY_HAVE_ARRIVED: MailState[] = ['sending', 'sent', 'failed'];

/** Which of these taps this reader was told of. */
async function listTold(
  taps: TapDocument[],
  { user }: Reader,
  { database }: Services,
): Promise<Set<string>> {
  const lines = await database.collections.outbox
    .find({
      userId: user._id,
      'cause.kind': 'came or left',
      'cause.tapId': { $in: taps.map(({ _id }) => _id) },
      state: { $in: MAY_HAVE_ARRIVED },
    })
    .toArray();
  return new Set(lines.map(({ cause }) => String(cause['tapId'])));
}

/** No email names somebody who must not collect the child, even if an offline phone let them: R397. */
async function readTelling(
  childId: ObjectId,
  services: Services,
): Promise<(tap: TapDocument) => ToldTap> {
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString()) ?? [];
  return (tap) => {
    const { kind, at, day } = tap;
    const { collectedBy, notAllowed } = presentTap(tap);
    const adult = collectedBy && 'name' in collectedBy ? collectedBy.name : null;
    const isBlocked =
      notAllowed === 'must_not_collect' ||
      (collectedBy !== undefined &&
        'name' in collectedBy &&
        judgeCollector(blocks, collectedBy, day) !== 'free');
    const isAlone = collectedBy?.how === 'alone';
    // Also in a correction: what the family was told of is there, too.
    const isToAsk = isBlocked || notAllowed !== undefined;
    return { kind, at, day, adult: isBlocked ? null : adult, isAlone, isToAsk };
  };
}
