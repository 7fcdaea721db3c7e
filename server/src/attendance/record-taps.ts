import type {
  HandOver,
  SentHandOver,
  SentTap,
  TapProblem,
} from '@speakifyr/contract/attendance.ts';
import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import { findNameProblem } from '@speakifyr/contract/person-names.ts';
import { CODE_PROBLEMS } from '@speakifyr/contract/pick-up.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { newsEvent } from '../events/audit-event.ts';
import { mayLeaveAt, readLeavingAlone } from '../families/leave-alone.ts';
import { findClassTapped } from '../families/looks-after.ts';
import { findKeptFrom } from '../families/own-family.ts';
import { spendPickupCode } from '../families/use-pickup-code.ts';
import type { Services } from '../services.ts';
import { type ChildAdults, readAdults } from './adults.ts';
import { findTaps, insertTapOnce } from './attendance-store.ts';
import { isOnDay } from './class-day.ts';
import { type EverEnrolled, listEverEnrolled } from './class-people.ts';
import { TELL_AFTER_MS } from './tap-news.ts';

type Sent = { classId: string; day: string; taps: SentTap[] };
type Room = {
  campClass: ClassDocument;
  day: string;
  by: UserDocument;
  people: EverEnrolled;
  /** The adults of each child that leaves, and who must not collect it, by child id. */
  adults: Awaited<ReturnType<typeof readAdults>>;
  /** Which of them may leave alone. */
  alone: Awaited<ReturnType<typeof readLeavingAlone>>;
  /** Whether a child is left to a colleague of the one who sends. */
  isKept: Awaited<ReturnType<typeof findKeptFrom>>;
};

/**
 * Records who came, left or is absent, tap by tap: an impossible one is refused, and the others are kept. Each is
 * written once, so a phone resends every tap without a response. Who may leave how is the same question with and without
 * a connection. What an offline phone recorded has happened, though: what was not allowed is kept with a mark, and the
 * office and the family hear of it. R380, R381, R413, R493
 * @returns for each tap null, or why it is not recorded
 * @throws {ApiError} as `findClassTapped`
 */
export async function recordTaps(
  { classId, day, taps }: Sent,
  by: UserDocument,
  services: Services,
): Promise<(TapProblem | null)[]> {
  const { collections } = services.database;
  const isLate = taps.some(({ offline }) => offline);
  const campClass = await findClassTapped({ classId, day, isLate }, by, services);
  const people = await listEverEnrolled(
    campClass,
    taps.map(({ personId }) => personId),
    services,
  );
  const leaving = taps
    .filter(({ collectedBy }) => collectedBy && collectedBy.how !== 'self')
    .map(({ personId }) => new ObjectId(personId));
  const [adults, alone, isKept] = await Promise.all([
    readAdults(leaving, day, services),
    readLeavingAlone(leaving, services),
    findKeptFrom(by, services),
  ]);
  const room = { campClass, day, by, people, adults, alone, isKept };
  const ids = taps.map(({ _id }) => _id);
  const known = new Set((await findTaps(collections, ids)).map(({ _id }) => _id));
  const problems: (TapProblem | null)[] = [];
  for (const tap of taps) {
    const problem = known.has(tap._id) ? null : await findProblem(tap, room, services);
    if (problem && !hasHappened(tap, problem)) {
      problems.push(problem);
      continue;
    }
    const wanted = withNews(describe(tap, problem, room, services), room, services);
    problems.push(isSame(await insertTapOnce(collections, wanted), wanted) ? null : 'nonce_used');
  }
  return problems;
}

async function findProblem(
  tap: SentTap,
  room: Room,
  services: Services,
): Promise<TapProblem | null> {
  const { campClass, day, by, people, adults } = room;
  const person = people.get(tap.personId);
  if (!person) return 'not_in_class';
  if (!isOnDay(new Date(tap.at), day, campClass, services)) return 'wrong_time';
  if (tap.kind === 'undo') return findUndoProblem(tap, { campClass, day }, services);
  const { collectedBy } = tap;
  if (!collectedBy) return null;
  if (collectedBy.how === 'alone') return mayLeaveAlone(tap, room) ? null : 'not_alone';
  const ofChild = adults.get(tap.personId);
  const gate = { ...person, ofChild, day, mayApprove: mayApprove(room, tap.personId) };
  return findCollectProblem(collectedBy, gate) ?? (await spendCode(tap, by, services));
}

/** What is wrong with the hand-over, and not with the tap: a phone without a connection can't take it back. */
const OF_HAND_OVER: TapProblem[] = ['not_listed', 'not_alone', ...CODE_PROBLEMS];

/** Whether somebody has left, allowed or not: nobody was there to refuse it. */
function hasHappened({ offline, kind }: SentTap, problem: TapProblem): boolean {
  return offline === true && kind === 'out' && OF_HAND_OVER.includes(problem);
}

/** Whether a guardian lets the child leave alone at the time of the tap, or an admin does and says why. */
function mayLeaveAlone({ personId, at, collectedBy }: SentTap, room: Room): boolean {
  const { day, people, alone } = room;
  if (!people.get(personId)?.isChild) return false;
  if (collectedBy && 'note' in collectedBy) return mayApprove(room, personId);
  const consent = alone.get(personId);
  return consent !== undefined && mayLeaveAt(consent, { at: new Date(at), day });
}

/** The office may let a child leave in another way, with a reason. For their own child, a colleague decides. R713 */
function mayApprove({ by, adults, isKept }: Room, personId: string): boolean {
  return by.role === 'admin' && !isKept(new ObjectId(personId), adults.get(personId)?.blocks);
}

type Gate = {
  isChild: boolean;
  /** The child's adults and who must not collect it; undefined for somebody who joined for themselves. */
  ofChild: ChildAdults | undefined;
  /** yyyy-mm-dd */
  day: string;
  mayApprove: boolean;
};

/** Why this person may not take the child; null if they may. R381, R395, R461 */
function findCollectProblem(
  collectedBy: Exclude<SentHandOver, { how: 'alone' }>,
  { isChild, ofChild, day, mayApprove }: Gate,
): 'not_listed' | 'must_not_collect' | null {
  if (collectedBy.how === 'self') return isChild ? 'not_listed' : null;
  const verdict = judgeCollector(ofChild?.blocks ?? [], collectedBy, day);
  if (verdict === 'blocked') return 'must_not_collect';
  // Only the office lets somebody else take a child, or somebody of whom nobody is sure.
  if (collectedBy.how === 'override')
    return mayApprove && !findNameProblem(collectedBy.name) ? null : 'not_listed';
  // The code decides, once there is no other problem.
  if (collectedBy.how === 'code') return isChild ? null : 'not_listed';
  const { guardianId, name } = collectedBy;
  const named = (ofChild?.adults ?? []).filter((adult) =>
    guardianId === undefined ? adult.name === name : adult.guardianId === guardianId,
  );
  // An older app sends no id: then the name must be nobody's who is blocked.
  if (named.some(({ isBlocked }) => isBlocked)) return 'must_not_collect';
  return named.some((adult) => adult.mayCollect) ? null : 'not_listed';
}

/**
 * Uses up the code with which a child leaves. A phone can't check one without a connection: such a tap needs a code that
 * is valid when it arrives, or it is marked. R393
 */
async function spendCode(
  { _id: tapId, personId, collectedBy }: SentTap,
  by: UserDocument,
  services: Services,
): Promise<TapProblem | null> {
  if (collectedBy?.how !== 'code') return null;
  const { code, name } = collectedBy;
  return spendPickupCode({ childId: new ObjectId(personId), code, name, tapId }, by, services);
}

async function findUndoProblem(
  { undoes = '', personId }: SentTap,
  { campClass, day }: Pick<Room, 'campClass' | 'day'>,
  { database }: Services,
): Promise<TapProblem | null> {
  const [mistake] = await findTaps(database.collections, [undoes]);
  const isOne =
    mistake?.classId.equals(campClass._id) &&
    mistake.day === day &&
    mistake.personId.toHexString() === personId &&
    mistake.kind !== 'undo';
  return isOne ? null : 'nothing_to_undo';
}

/** @param notAllowed what is wrong with the hand-over, if it has happened all the same */
function describe(
  tap: SentTap,
  notAllowed: TapProblem | null,
  room: Room,
  services: Services,
): TapDocument {
  const { _id, personId, kind, at, undoes, collectedBy, offline } = tap;
  const { campClass, day, by } = room;
  return {
    _id,
    classId: campClass._id,
    day,
    personId: new ObjectId(personId),
    kind,
    at: new Date(at),
    receivedAt: services.now(),
    by: by._id,
    ...(undoes && { undoes }),
    ...(collectedBy && { collectedBy: toHandOver(collectedBy) }),
    ...(offline && { offline }),
    ...(notAllowed && { notAllowed, isToSee: true as const }),
  };
}

/**
 * Adds the event that emails the guardians who want it. It waits for TELL_AFTER_MS, because a wrong name is often
 * undone at once. What was not allowed is told at once, to the office, too. R426
 */
function withNews(tap: TapDocument, { people }: Room, { now }: Services): TapDocument {
  const { _id: tapId, personId: childId } = tap;
  if (!people.get(childId.toHexString())?.isChild) return tap;
  if (tap.notAllowed)
    return { ...tap, events: [newsEvent('left not allowed', { childId, tapId }, now())] };
  const event = newsEvent('tap written', { childId, tapId }, now());
  const undoableUntil = new Date(event.at.getTime() + TELL_AFTER_MS);
  return { ...tap, events: [{ ...event, undoableUntil }] };
}

/** As it is stored: without the code, which is stored nowhere. */
function toHandOver(collectedBy: SentHandOver): HandOver {
  return collectedBy.how === 'code' ? { how: 'code', name: collectedBy.name } : collectedBy;
}

/** Whether the id stands for the same tap, and not for another one. */
function isSame(one: TapDocument, other: TapDocument): boolean {
  // A phone sends a tap again as one without a connection.
  const tell = ({ classId, day, personId, kind, at, undoes, collectedBy }: TapDocument) =>
    JSON.stringify([classId, day, personId, kind, at, undoes, collectedBy]);
  return tell(one) === tell(other);
}
