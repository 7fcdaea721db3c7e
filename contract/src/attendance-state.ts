/** Where somebody is, computed from the taps of a day. decisions/0066 */

/** `in`: they came. `out`: they left. `undo`: another tap was a mistake. */
export const ATTENDANCE_KINDS = ['in', 'out', 'absent', 'undo'] as const;
export type AttendanceKind = (typeof ATTENDANCE_KINDS)[number];

export const ATTENDANCE_STATES = ['expected', 'here', 'gone', 'absent'] as const;
export type AttendanceState = (typeof ATTENDANCE_STATES)[number];

type Tap = {
  _id: string;
  kind: AttendanceKind;
  /** When somebody tapped, as an ISO moment in UTC. */
  at: string;
  /** The tap that was a mistake. Only with `undo`. */
  undoes?: string;
  /** Set if the family said it. */
  isByFamily?: true;
};

/** What the taps of one person on one day say. */
export type Attendance<T extends Tap = Tap> = {
  state: AttendanceState;
  /** The tap that says so. */
  last: T | null;
  /** The first time that they came, unless they are absent. */
  in: T | null;
  /** When they left, if they are gone. */
  out: T | null;
};

const STATES: Record<Exclude<AttendanceKind, 'undo'>, AttendanceState> = {
  in: 'here',
  out: 'gone',
  absent: 'absent',
};

/**
 * Where a person is, by the latest tap that was not a mistake. The order in which taps arrived doesn't matter. At the
 * same moment, `out` beats `in`, and `in` beats `absent`. The family's word counts only while the team has recorded
 * nothing: a phone without a connection may have seen the child before. R380, R491
 * @param taps all of one person and day, in any order
 */
export function readAttendance<T extends Tap>(taps: T[]): Attendance<T> {
  const all = listValidTaps(taps);
  const ofTeam = all.filter(({ isByFamily }) => !isByFamily);
  const valid = ofTeam.length > 0 ? ofTeam : all;
  const last = valid.at(-1) ?? null;
  const state = last ? STATES[last.kind as keyof typeof STATES] : 'expected';
  const isIn = state === 'here' || state === 'gone';
  return {
    state,
    last,
    in: (isIn && valid.find(({ kind }) => kind === 'in')) || null,
    out: state === 'gone' ? last : null,
  };
}

/** The taps of one person and day that were not mistakes, in the order in which they count. */
export function listValidTaps<T extends Tap>(taps: T[]): T[] {
  const undone = new Set(taps.flatMap(({ kind, undoes }) => (kind === 'undo' ? undoes : [])));
  return taps
    .filter(({ _id, kind }) => kind !== 'undo' && !undone.has(_id))
    .sort((a, b) => a.at.localeCompare(b.at) || rank(a) - rank(b) || a._id.localeCompare(b._id));
}

function rank({ kind }: Tap): number {
  return ['absent', 'in', 'out'].indexOf(kind);
}

/** Somebody still expected this many minutes after the start is late; so is somebody still here after the end. */
export const LATE_MINUTES = 30;
