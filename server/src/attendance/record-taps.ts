import type {
  HandOver,
  SentHandOver,
  SentTap,
  TapProblem,
} from '@speakifyr/contract/attendance.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, UserDocument } from '../database/collections.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { newsEvent } from '../events/audit-event.ts';
import { findClassTapped } from '../families/looks-after.ts';
import { findBlock } from '../families/must-not-collect.ts';
import { spendPickupCode } from '../families/use-pickup-code.ts';
import type { Services } from '../services.ts';
import { readAdults } from './adults.ts';
import { findTaps, insertTapOnce } from './attendance-store.ts';
import { isOnDay } from './class-day.ts';
import { type EverEnrolled, listEverEnrolled } from './class-people.ts';

/** How long a tap can be undone before anybody hears of it. */
const TELL_AFTER_MS = 2 * 60_000;

type Sent = { classId: string; day: string; taps: SentTap[] };
type Room = {
  campClass: ClassDocument;
  day: string;
  by: UserDocument;
  people: EverEnrolled;
  /** The adults of each child that leaves, and who must not collect it, by its id. */
  adults: Awaited<ReturnType<typeof readAdults>>;
};

/**
 * Writes down who came, left or is absent, tap by tap: one that can't be is refused, and the others are kept. Each is written
 * once, so a phone sends all that it has no answer for again. What a phone did while it was offline has happened, so nobody
 * asks anymore whether that adult may collect the child. R380, R381
 * @returns for each tap null, or why it is not written down
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
  const leaving = taps.filter(({ collectedBy }) => collectedBy && collectedBy.how !== 'self');
  const adults = await readAdults(
    leaving.map(({ personId }) => new ObjectId(personId)),
    day,
    services,
  );
  const room = { campClass, day, by, people, adults };
  const ids = taps.map(({ _id }) => _id);
  const known = new Set((await findTaps(collections, ids)).map(({ _id }) => _id));
  const problems: (TapProblem | null)[] = [];
  for (const tap of taps) {
    const problem = known.has(tap._id)
      ? null
      : ((await findProblem(tap, room, services)) ?? (await spendCode(tap, by, services)));
    if (problem) {
      problems.push(problem);
      continue;
    }
    const wanted = withNews(describe(tap, room, services), room, services);
    problems.push(isSame(await insertTapOnce(collections, wanted), wanted) ? null : 'nonce_used');
  }
  return problems;
}

async function findProblem(
  tap: SentTap,
  { campClass, day, by, people, adults }: Room,
  services: Services,
): Promise<TapProblem | null> {
  const person = people.get(tap.personId);
  if (!person) return 'not_in_class';
  if (!isOnDay(new Date(tap.at), day, campClass, services)) return 'wrong_time';
  if (tap.kind === 'undo') return findUndoProblem(tap, { campClass, day }, services);
  const { collectedBy } = tap;
  if (!collectedBy || tap.offline) return null;
  const ofChild = adults.get(tap.personId);
  if ('name' in collectedBy && findBlock(ofChild?.blocked ?? [], collectedBy.name, day))
    return 'must_not_collect';
  const listed = (ofChild?.adults ?? []).filter((adult) => adult.mayCollect);
  const names = listed.map(({ name }) => name);
  return mayCollect(collectedBy, { ...person, names, by }) ? null : 'not_listed';
}

function mayCollect(
  collectedBy: SentHandOver,
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
 * Uses up the code with which a child leaves. A code is only good with a connection: also a tap that waited on the phone
 * needs one that works when it arrives.
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

function describe(
  { _id, personId, kind, at, undoes, collectedBy, offline }: SentTap,
  { campClass, day, by }: Room,
  { now }: Services,
): TapDocument {
  return {
    ...{ _id, classId: campClass._id, day, personId: new ObjectId(personId), kind },
    ...{ at: new Date(at), receivedAt: now(), by: by._id },
    ...(undoes && { undoes }),
    ...(collectedBy && { collectedBy: withoutCode(collectedBy) }),
    ...(offline && { offline }),
  };
}

/**
 * So that the guardians of a child who want it get an email. It waits for TELL_AFTER_MS, because a wrong name is often
 * undone at once.
 */
function withNews(tap: TapDocument, { people }: Room, { now }: Services): TapDocument {
  const { _id: tapId, personId: childId } = tap;
  if (!people.get(childId.toHexString())?.isChild) return tap;
  const event = newsEvent('tap written', { childId, tapId }, now());
  const undoableUntil = new Date(event.at.getTime() + TELL_AFTER_MS);
  return { ...tap, events: [{ ...event, undoableUntil }] };
}

/** The code itself is kept nowhere. */
function withoutCode(collectedBy: SentHandOver): HandOver {
  return collectedBy.how === 'code' ? { how: 'code', name: collectedBy.name } : collectedBy;
}

/** Whether the id stands for the same tap, and not for another one. */
function isSame(one: TapDocument, other: TapDocument): boolean {
  // A phone sends a tap again as one without a connection, so that does not count.
  const tell = ({ classId, day, personId, kind, at, undoes, collectedBy }: TapDocument) =>
    JSON.stringify([classId, day, personId, kind, at, undoes, collectedBy]);
  return tell(one) === tell(other);
}
