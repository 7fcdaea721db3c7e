import type { OwnTap, RefusedTap } from './kept-taps.ts';

/** The taps of this tab that are not sent, the oldest first, and those that nobody has read about yet. */
export type QueueState = { unsent: OwnTap[]; refused: RefusedTap[] };

export const EMPTY_QUEUE: QueueState = { unsent: [], refused: [] };

const MAX_TAPS_AT_ONCE = 100;

const listIds = (taps: OwnTap[]) => new Set(taps.map(({ tap }) => tap._id));

export function addTap(state: QueueState, own: OwnTap): QueueState {
  return { ...state, unsent: [...state.unsent, own] };
}

/** What goes into one request: the oldest tap that is not sent, and all others of its class and day. */
export function findBatch({ unsent }: QueueState): OwnTap[] {
  const [first] = unsent;
  return unsent
    .filter(({ classId, day }) => classId === first?.classId && day === first.day)
    .slice(0, MAX_TAPS_AT_ONCE);
}

/** The server has answered about a batch. */
export function settleTaps(state: QueueState, batch: OwnTap[], refused: RefusedTap[]): QueueState {
  const answered = listIds(batch);
  const known = listIds(state.refused);
  const told = listTold(refused).filter(({ tap }) => !known.has(tap._id));
  return {
    unsent: state.unsent.filter(({ tap }) => !answered.has(tap._id)),
    refused: [...state.refused, ...told],
  };
}

/** The refusals that are shown. Somebody who undid a tap that was itself refused has read why. */
export function listTold(refused: RefusedTap[]): RefusedTap[] {
  const gone = listIds(refused);
  return refused.filter(({ tap }) => !tap.undoes || !gone.has(tap.undoes));
}

/**
 * Adds the refusals that the device has of an earlier visit or of another tab, and drops those that were read there.
 * @param seen the refusals that were ever seen on the device
 */
export function takeOverRefused(
  state: QueueState,
  kept: RefusedTap[],
  seen: Set<string>,
): QueueState {
  const [there, known] = [listIds(kept), listIds(state.refused)];
  const left = state.refused.filter(({ tap }) => there.has(tap._id) || !seen.has(tap._id));
  const added = kept.filter(({ tap }) => !known.has(tap._id) && !seen.has(tap._id));
  return { ...state, refused: [...left, ...added] };
}

/** The server could not be reached with a batch. */
export function markOffline(state: QueueState, batch: OwnTap[]): QueueState {
  const failed = listIds(batch);
  return {
    ...state,
    unsent: state.unsent.map((own) => (failed.has(own.tap._id) ? toLate(own) : own)),
  };
}

/**
 * Adds what the device has of an earlier visit or of another tab. Their first try has failed, or nobody knows.
 * @returns the same state if there is nothing to add
 */
export function takeOverTaps(state: QueueState, kept: OwnTap[]): QueueState {
  const known = listIds(state.unsent);
  const late = kept.filter(({ tap }) => !known.has(tap._id)).map(toLate);
  return late.length > 0 ? { ...state, unsent: [...late, ...state.unsent] } : state;
}

/**
 * What another tab has sent is no longer on the device.
 * @param there the ids of the taps that are on it
 * @param seen the taps that were ever seen on the device. A browser without storage has none.
 */
export function dropSent(state: QueueState, there: Set<string>, seen: Set<string>): QueueState {
  return {
    ...state,
    unsent: state.unsent.filter(({ tap }) => there.has(tap._id) || !seen.has(tap._id)),
  };
}

/** The person has read why a tap was not recorded. */
export function forgetRefused(state: QueueState, classId: string, day: string): QueueState {
  return {
    ...state,
    refused: state.refused.filter((own) => own.classId !== classId || own.day !== day),
  };
}

const toLate = (own: OwnTap): OwnTap => ({ ...own, tap: { ...own.tap, offline: true } });
