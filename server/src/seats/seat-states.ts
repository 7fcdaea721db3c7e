import type { EnrolledSeat, HeldSeat, Seat } from '../database/class-document.ts';
import type { SeatChangeDocument } from '../database/money-documents.ts';

/**
 * What may happen to a seat, from hold to end. Only this file says which change is allowed in which state; the
 * functions that decide about a seat ask `allows`. decisions/0052
 *
 *   offered ─┐
 *            ├─▶ enrolled ─▶ ended
 *   held ────┘
 */
export type SeatState = 'offered' | 'held' | 'enrolled' | 'ended';

/** `from`: the states in which it is allowed. `to`: the state after it; the same if it is missing. */
type Rule = { from: readonly SeatState[]; to?: SeatState };

export const SEAT_CHANGES = {
  /** The hold ends later, once. */
  renew: { from: ['offered', 'held'] },
  /** The owner or an admin gives the hold up, its time is over, or an offer is declined. */
  release: { from: ['offered', 'held'], to: 'ended' },
  /** A payment gets the seat. One that comes too late gets a free seat, if there is one. */
  pay: { from: ['offered', 'held'], to: 'enrolled' },
  /** A payment pays what is owed for it. */
  payBalance: { from: ['enrolled'] },
  /** Its family adds extras, or takes some back that are not paid. */
  addExtras: { from: ['enrolled'] },
  /** The owner, an admin, or the school with the whole class. */
  cancel: { from: ['enrolled'], to: 'ended' },
  /** Somebody else has enrolled in its place. */
  resell: { from: ['enrolled'], to: 'ended' },
  /** Its payment was returned in full, in Stripe's dashboard or by a dispute. */
  takeBack: { from: ['enrolled'], to: 'ended' },
  /** The owner puts it up for resale, or takes that back. */
  putUpForResale: { from: ['enrolled'] },
  /** To another class or child. */
  move: { from: ['enrolled'] },
  /** An admin refunds money that the school has kept; the seat stays as it is. */
  refund: { from: ['enrolled', 'ended'] },
} as const satisfies Record<string, Rule>;

export type SeatChange = keyof typeof SEAT_CHANGES;

/** The state of a seat of a class; it has ended if the class has no such seat. */
export function stateOf(seat: Seat | undefined): SeatState {
  if (!seat) return 'ended';
  return seat.state === 'held' && seat.offer ? 'offered' : seat.state;
}

type SeatFor<Change extends SeatChange> =
  'enrolled' extends (typeof SEAT_CHANGES)[Change]['from'][number] ? EnrolledSeat : HeldSeat;

/** Whether a seat may change in this way now. */
export function allows<Change extends SeatChange>(
  change: Change,
  seat: Seat | undefined,
): seat is SeatFor<Change> {
  const { from }: Rule = SEAT_CHANGES[change];
  return from.some((state) => state === stateOf(seat));
}

type State = SeatChangeDocument['state'];
type Step = { from: readonly State[]; to: State };
type Steps = Record<string, Step>;

/** Until its amounts are checked under the lock, a cancellation may be dropped. Then nothing stops it. */
const ENDING = {
  decide: { from: ['open'], to: 'decided' },
  finish: { from: ['decided'], to: 'done' },
} as const satisfies Steps;

/** The steps of the record of a paid seat's change, by kind, from `open` to its end. */
export const CHANGE_STEPS = {
  cancel: ENDING,
  resell: ENDING,
  move: {
    /** Its difference is paid, perhaps after the held seat was given up. */
    decide: { from: ['open', 'rejected'], to: 'decided' },
    /** Nobody has paid the difference. */
    giveUp: { from: ['open'], to: 'rejected' },
    /** There was no seat for it. */
    fail: { from: ['decided'], to: 'rejected' },
    finish: { from: ['decided'], to: 'done' },
  },
  refund: {
    finish: { from: ['open'], to: 'done' },
    reject: { from: ['open'], to: 'rejected' },
  },
} as const satisfies Record<SeatChangeDocument['kind'], Steps>;

export type ChangeKind = keyof typeof CHANGE_STEPS;
export type ChangeStep<Kind extends ChangeKind> = keyof (typeof CHANGE_STEPS)[Kind];

/** The states that a step of a change leads from and to. */
export function readStep<Kind extends ChangeKind>(kind: Kind, step: ChangeStep<Kind>): Step {
  return CHANGE_STEPS[kind][step] as Step;
}
