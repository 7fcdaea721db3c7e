import {
  CHANGES_OF_MIND,
  HOLD_WINDOW_HOURS,
  MAX_HOLDS_OF_CLASS,
} from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { HoldEntry } from '../database/user-documents.ts';

/** How much one account may hold, for itself and for children, as the school decides. No clock and no database. */

/** An entry without a seat may be a join in progress. After this, it is a crashed join. */
export const IN_FLIGHT_MS = 10_000;

/** A hold can be renewed once, so an entry may be open for up to two hold times. */
const HOLDS_PER_SEAT = 2;

/** What became of an entry's seat: `open` if it is held now, `over` if it is paid or its hold has expired. */
export type SeatStates = ReadonlyMap<string, 'open' | 'over'>;

export type HoldRequest = {
  /** The holds in the user's record. */
  entries: HoldEntry[];
  classId: ObjectId;
  /** The child that the seat is for. Missing if it is for the account itself. */
  childId?: ObjectId;
  at: Date;
  isVerified: boolean;
  /** How long a hold lasts, in milliseconds. */
  holdMs: number;
  /** Whether a hold has a day of this one. Asked only about other classes of this person. */
  sharesDay: (hold: Pick<OpenHold, 'classId' | 'days'>) => boolean;
  /** The user's seats by seat id, read after the entries. Without them, every entry that may be open counts as open. */
  seats?: SeatStates;
  /** What is offered to the account from waiting lists. An offer counts like a hold. */
  offered?: OpenHold[];
};

export type OpenHold = Pick<HoldEntry, 'childId' | 'classId'> & { days?: string[] | undefined };

export type HoldDecision =
  /** `recent` are the entries to keep. */
  | { isAllowed: true; recent: HoldEntry[] }
  /** `day`: this participant holds another class on a day of this one: `classId`. */
  | { isAllowed: false; reason: 'day'; classId: ObjectId }
  /** The account holds as many seats as allowed: `siblings` of this class, `family` in all, or before it is confirmed. */
  | { isAllowed: false; reason: 'siblings' | 'family' | 'unverified' }
  /** `class`: this class was held too often. `window`: too many classes were held. `waitMs`: until that is over. */
  | { isAllowed: false; reason: 'class' | 'window'; waitMs: number };

/**
 * Decides whether an account may begin another hold. Two joins at once can't both pass a limit: the one that is written
 * second was decided from entries without the first, so it is refused by `addHoldEntry` and decided again. R51, R190
 */
export function decideHold(request: HoldRequest): HoldDecision {
  const { entries, at, holdMs, offered = [] } = request;
  const now = at.getTime();
  const windowMs = Math.max(HOLD_WINDOW_HOURS * 60 * 60_000, HOLDS_PER_SEAT * holdMs);
  const recent = entries
    .filter((entry) => now - entry.at.getTime() < windowMs)
    .filter((entry) => !isCutOff(entry, request))
    .sort((a, b) => a.at.getTime() - b.at.getTime());

  const ofClass = recent.filter((entry) => isForSame(entry, request));
  for (const [reason, counted, max] of [
    ['class', ofClass, MAX_HOLDS_OF_CLASS],
    ['window', recent, SCHOOL.booking.maxHeld + CHANGES_OF_MIND],
  ] as const) {
    // Once this one leaves the window, fewer than the limit are left.
    const oldest = counted.at(-max);
    if (counted.length >= max && oldest)
      return { isAllowed: false, reason, waitMs: oldest.at.getTime() + windowMs - now };
  }

  const open = [...recent.filter((entry) => isOpen(entry, request)), ...offered];
  // That nobody sits twice in the same class is guarded by the class itself.
  const sameDay = open.find(
    (entry) =>
      isForParticipant(entry, request) &&
      !entry.classId.equals(request.classId) &&
      request.sharesDay(entry),
  );
  if (sameDay) return { isAllowed: false, reason: 'day', classId: sameDay.classId };
  const reason = findReachedLimit(open, request);
  return reason ? { isAllowed: false, reason } : { isAllowed: true, recent };
}

/** Which limit of the whole account is reached; undefined if it may hold another seat. */
function findReachedLimit(
  open: OpenHold[],
  { classId, isVerified }: HoldRequest,
): 'siblings' | 'family' | 'unverified' | undefined {
  if (!isVerified && open.length >= SCHOOL.booking.maxHeldUnconfirmed) return 'unverified';
  const siblings = open.filter((entry) => entry.classId.equals(classId));
  if (siblings.length >= SCHOOL.booking.maxHeldOfClass) return 'siblings';
  return open.length >= SCHOOL.booking.maxHeld ? 'family' : undefined;
}

/** Whether a join of this class for this participant may be in progress: it began moments ago and has no seat yet. */
export function isBeingJoined(
  request: Pick<HoldRequest, 'entries' | 'classId' | 'childId' | 'at'> & { seats: SeatStates },
): boolean {
  return request.entries.some(
    (entry) =>
      isForSame(entry, request) &&
      !entry.isOver &&
      !request.seats.has(entry.seatId.toHexString()) &&
      isInFlight(entry, request.at),
  );
}

/** Whether an entry is for the same class and participant. */
function isForSame(entry: HoldEntry, wanted: Pick<HoldRequest, 'classId' | 'childId'>): boolean {
  return entry.classId.equals(wanted.classId) && isForParticipant(entry, wanted);
}

export function isForParticipant(
  entry: Pick<HoldEntry, 'childId'>,
  { childId }: Pick<HoldRequest, 'childId'>,
): boolean {
  return childId ? (entry.childId?.equals(childId) ?? false) : !entry.childId;
}

function isOpen(entry: HoldEntry, { at, holdMs, seats }: HoldRequest): boolean {
  if (!seats) return at.getTime() - entry.at.getTime() < HOLDS_PER_SEAT * holdMs;
  const state = seats.get(entry.seatId.toHexString());
  return state ? state === 'open' : !entry.isOver && isInFlight(entry, at);
}

/** Whether an entry's join crashed: its hold cannot be over yet, nobody ended it, and there is no seat. */
function isCutOff(entry: HoldEntry, { at, holdMs, seats }: HoldRequest): boolean {
  const isGone = seats && !entry.isOver && !seats.has(entry.seatId.toHexString());
  return Boolean(isGone) && !isInFlight(entry, at) && at.getTime() - entry.at.getTime() < holdMs;
}

function isInFlight(entry: HoldEntry, at: Date): boolean {
  return at.getTime() - entry.at.getTime() < IN_FLIGHT_MS;
}
