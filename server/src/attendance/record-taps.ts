import type {
  HandOver,
  SentHandOver,
  SentTap,
  TapProblem,
} from '@speakifyr/contract/attendance.ts';
import { CODE_PROBLEMS } from '@speakifyr/contract/pick-up.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, UserDocument } from '../database/collections.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { newsEvent } from '../events/audit-event.ts';
import { mayLeaveAt, readLeavingAlone } from '../families/leave-alone.ts';
import { findClassTapped } from '../families/looks-after.ts';
import { findBlock } from '../families/must-not-collect.ts';
import { spendPickupCode } from '../families/use-pickup-code.ts';
import type { Services } from '../services.ts';
import { readAdults } from './adults.ts';
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
  const campClass = await findClassTapped({ classId, day }, by, services);
  const people = await listEverEnrolled(
    campClass,
    taps.map(({ personId }) => personId),
    services,
  );
  const leaving = taps
    .filter(({ collectedBy }) => collectedBy && collectedBy.how !== 'self')
    .map(({ personId }) => new ObjectId(personId));
  const [adults, alone] = await Promise.all([
    readAdults(leaving, day, services),
    readLeavingAlone(leaving, services),
  ]);
  const room = { campClass, day, by, people, adults, alone };
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
  const { campClass, day, people } = room;
  const person = people.get(tap.personId);
  if (!person) return 'not_in_class';
  if (!isOnDay(new Date(tap.at), day, campClass, services)) return 'wrong_time';
  if (tap.kind === 'undo') return findUndoProblem(tap, { campClass, day }, services);
  const { collectedBy } = tap;
  if (!collectedBy) return null;
  if (collectedBy.how === 'alone') return mayLeaveAlone(tap, room, services) ? null : 'not_alone';
  return (
    findCollectProblem(collectedBy, person, tap, room) ?? (await spendCode(tap, room.by, services))
  );
}

/** What is wrong with the hand-over, and not with the tap: a phone without a connection can't take it back. */
const OF_HAND_OVER: TapProblem[] = ['not_listed', 'not_alone', ...CODE_PROBLEMS];

/** Whether somebody has left, allowed or not: nobody was there to refuse it. */
function hasHappened({ offline, kind }: SentTap, problem: TapProblem): boolean {
  return offline === true && kind === 'out' && OF_HAND_OVER.includes(problem);
}

/** Why this person may not be handed over to them; null if they may. */
function findCollectProblem(
  collectedBy: Exclude<SentHandOver, { how: 'alone' }>,
  person: { isChild: boolean },
  tap: SentTap,
  { adults, day, by }: Room,
): TapProblem | null {
  const ofChild = adults.get(tap.personId);
  if ('name' in collectedBy && findBlock(ofChild?.blocked ?? [], collectedBy.name, day))
    return 'must_not_collect';
  const listed = (ofChild?.adults ?? []).filter((adult) => adult.mayCollect);
  const names = listed.map(({ name }) => name);
  return mayCollect(collectedBy, { ...person, names, by }) ? null : 'not_listed';
}

/** Whether a guardian lets the child leave alone at the time of the tap, or an admin does and says why. */
function mayLeaveAlone(
  { personId, at, collectedBy }: SentTap,
  { day, by, people, alone }: Room,
  services: Services,
): boolean {
  if (!people.get(personId)?.isChild) return false;
  if (collectedBy && 'note' in collectedBy) return by.role === 'admin';
  const consent = alone.get(personId);
  return consent !== undefined && mayLeaveAt(consent, { at: new Date(at), day }, services);
}

function mayCollect(
  collectedBy: Exclude<SentHandOver, { how: 'alone' }>,
  { isChild, names, by }: { isChild: boolean; names: string[]; by: UserDocument },
): boolean {
  if (collectedBy.how === 'self') return !isChild;
  // Only the office lets somebody else take a child.
  if (collectedBy.how === 'override') return by.role === 'admin';
  // The code decides, once there is no other problem.
  if (collectedBy.how === 'code') return isChild;
  return names.includes(collectedBy.name);
}

/**
 * Uses up the code with which a child leaves. A phone can't check one without a connection: such a tap needs a code that
 * is valid when it arrives, or it is marked.
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
    ...{ _id, classId: campClass._id, day, personId: new ObjectId(personId), kind },
    ...{ at: new Date(at), receivedAt: services.now(), by: by._id },
    ...(undoes && { undoes }),
    ...(collectedBy && { collectedBy: toHandOver(collectedBy) }),
    ...(offline && { offline }),
    ...(notAllowed && { notAllowed, isToSee: true as const }),
  };
}

/**
 * Adds the event that emails the guardians who want it. It waits for TELL_AFTER_MS, because a wrong name is often
 * undone at once. What was not allowed is told at once, to the office, too.
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
  // A phone sends a tap again as one without a connection. Older taps have `wasNotAllowed` in `collectedBy`.
  const tell = ({ classId, day, personId, kind, at, undoes, collectedBy }: TapDocument) =>
    JSON.stringify(
      [classId, day, personId, kind, at, undoes, collectedBy],
      (field, value: unknown) => (field === 'wasNotAllowed' ? undefined : value),
    );
  return tell(one) === tell(other);
}
