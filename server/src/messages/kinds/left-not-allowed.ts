import { listValidTaps } from '@speakifyr/contract/attendance-state.ts';
import type { TapProblem } from '@speakifyr/contract/attendance.ts';
import type { ObjectId } from 'mongodb';
import { findTaps, presentTap } from '../../attendance/attendance-store.ts';
import { listTapsBeside } from '../../attendance/tap-news.ts';
import { judgeGuardian } from '../../families/blocked-guardian.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { readBlocks } from '../../families/read-blocks.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { readChildName } from '../../users/participant-names.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameChild, nameClass, sayMoment, subjectOf } from '../parts/say.ts';
import { toAdmins, toEach } from '../recipients.ts';

type LeftCause = { tapId: string; childId: ObjectId };

/** `adult`: who collected the child; null if nobody did, or if no email names them (R397). */
type LeftProps = {
  child: string;
  className: string;
  at: Date;
  problem: TapProblem;
  adult: string | null;
};

/**
 * Tells the guardians who may see a child at once that it left in a way that was not allowed, whatever emails they chose.
 * Not a guardian who must not collect it: that may be about them. R493
 */
export const leftNotAllowed = defineMail<LeftCause, LeftProps>({
  on: {
    async 'left not allowed'({ data: { childId, tapId } }, services) {
      const [tap] = await findTaps(services.database.collections, [tapId]);
      if (!tap) return [];
      const blocks = (await readBlocks([childId], services)).get(childId.toHexString());
      const guardians = await listGuardiansWho('see', childId, services);
      const told = guardians.filter((one) => judgeGuardian(blocks, one, tap.day) === 'free');
      return toEach(told, `not-allowed-${tapId}`, { tapId, childId });
    },
  },

  async read({ tapId, childId }, { rights }, services) {
    if (!rights.may('see', childId)) return undefined;
    const found = await readLeft({ tapId, childId }, services);
    return found && { props: found.props, childIds: [childId] };
  },

  write({ child, className, at, problem, adult }, { timeZone }) {
    const who = nameChild(child);
    return {
      subject: `Please call us at once about ${cut(who, 25)}`,
      parts: [
        `${who} has left, and our team should not have let that happen. ${sayWhy(who, problem, adult)}`,
        facts([
          ['Class', nameClass(className)],
          ['Left', sayMoment(at, timeZone)],
        ]),
        'Please call us at once. Our team’s phone had no connection, so this email may come late.',
      ],
    };
  },
});

/** The same for the office, with who of the team it was. R493 */
export const checkHandOver = defineMail<LeftCause, LeftProps & { by: string; path: string }>({
  isForAdmins: true,
  on: {
    'left not allowed': ({ data: { childId, tapId } }, services) =>
      toAdmins(`check-${tapId}`, { tapId, childId }, services),
  },

  async read(cause, _reader, services) {
    const found = await readLeft(cause, services);
    if (!found) return undefined;
    const { props, classId, by } = found;
    const path = `/dashboard/classes/${classId.toHexString()}/day`;
    return { props: { ...props, by, path }, childIds: [] };
  },

  write({ child, className, at, problem, adult, by, path }, { timeZone }) {
    const who = nameChild(child);
    return {
      subject: subjectOf('Not allowed to leave like that: ', who),
      parts: [
        `${who} has left, and a phone without a connection let it happen. ${sayWhy(who, problem, adult)} Please find out at once where ${who} is, and call the family.`,
        facts([
          ['Class', nameClass(className)],
          ['Left', sayMoment(at, timeZone)],
          ['Recorded by', by],
        ]),
        link('Open the day list', path),
      ],
    };
  },
});

/** @returns undefined if the tap was a mistake */
async function readLeft({ tapId, childId }: LeftCause, services: Services) {
  const [tap] = await findTaps(services.database.collections, [tapId]);
  const campClass = tap && (await findClassWithId(tap.classId, services));
  if (!campClass) return undefined;
  const beside = (await listTapsBeside(tap, services)).map(presentTap);
  const { notAllowed: problem, collectedBy } =
    listValidTaps(beside).find(({ _id }) => _id === tapId) ?? {};
  if (!problem) return undefined;
  const adult = collectedBy && 'name' in collectedBy ? collectedBy.name : null;
  const props: LeftProps = {
    child: (await readChildName(childId, services)) ?? '',
    className: campClass.name,
    at: tap.at,
    problem,
    adult: problem === 'must_not_collect' ? null : adult,
  };
  const by = (await findUserWithId(tap.by, services))?.name ?? '';
  return { props, classId: campClass._id, by };
}

function sayWhy(who: string, problem: TapProblem, adult: string | null): string {
  const name = cut(cleanLine(adult ?? ''), 60) || 'somebody';
  switch (problem) {
    case 'not_alone':
      return `${who} left alone, and nobody had allowed it for that time.`;
    case 'not_listed':
      return `${who} left with ${name}, who may not collect ${who}.`;
    case 'must_not_collect':
      return 'We must talk with you about who took the child.';
    default:
      return `${who} left with ${name}, and the pick-up code was not right.`;
  }
}
