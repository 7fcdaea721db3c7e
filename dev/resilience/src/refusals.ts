import type { ErrorCode } from '@speakifyr/contract/errors.ts';
import type { Answer } from './people.ts';

/** Something that can happen during an attack, and that a later call may be refused for. */
export type Event =
  | 'seats taken'
  | 'holds used up'
  | 'done before'
  | 'seat given up'
  | 'class edited'
  | 'class removed'
  | 'card not charged'
  | 'money returned'
  | 'plans changed'
  | 'outage'
  | 'server killed';

/** Each refusal that an attack may meet, and the events that make it the truth. */
const TRUTHFUL: Partial<Record<ErrorCode, Event[]>> = {
  class_full: ['seats taken'],
  already_joined: ['done before'],
  // Another clerk booked the same line of a bank's list, for other seats.
  request_used: ['done before'],
  already_waiting: ['done before'],
  refund_answered: ['done before'],
  refund_not_failed: ['done before'],
  too_many_holds: ['holds used up'],
  verify_email_first: ['holds used up'],
  held_too_often: ['holds used up'],
  not_found: ['done before', 'seat given up', 'class removed'],
  seat_not_held: ['done before', 'seat given up', 'class removed', 'money returned'],
  price_changed: ['class edited'],
  tag_in_use: ['seats taken'],
  seats_changed: ['seats taken', 'seat given up'],
  class_changed: ['class edited'],
  payment_not_finished: ['card not charged'],
  seats_free: ['plans changed'],
  waiting_list_full: ['plans changed'],
  group_too_large: ['plans changed'],
  too_many_here: ['plans changed'],
  refund_changed: ['plans changed'],
  refund_too_high: ['plans changed'],
  seat_moving: ['done before', 'plans changed'],
  seat_changing: ['done before', 'plans changed'],
  seat_not_resellable: ['plans changed'],
  seat_resold: ['plans changed'],
  too_late_to_move: ['plans changed'],
  moved_too_often: ['plans changed'],
  people_waiting: ['plans changed'],
  students_affected: ['plans changed'],
  payment_disputed: ['plans changed'],
  cannot_merge: ['plans changed'],
  credit_changed: ['plans changed'],
  code_refused: ['plans changed'],
  // Somebody has made a newer link, or the family went to another account.
  code_unknown: ['plans changed'],
  child_exists: ['done before'],
  class_joined: ['seats taken'],
  extras_changed: ['plans changed'],
  extra_sold_out: ['seats taken'],
  extra_paid: ['plans changed'],
  rest_first: ['plans changed'],
  aid_asked: ['done before'],
  aid_answered: ['done before'],
  card_not_saved: ['plans changed'],
  // The family went to another account just now.
  session_expired: ['plans changed'],
  account_deleting: ['plans changed'],
  account_removed: ['plans changed'],
  guardian_may_not: ['plans changed'],
  // Nobody else could pay.
  still_owes: ['plans changed'],
  last_guardian: ['plans changed'],
  too_many_children: ['plans changed'],
  class_started: ['plans changed'],
  cannot_bounce: ['plans changed'],
  already_bounced: ['plans changed'],
  refund_waiting: ['plans changed'],
  // The price of a held seat has changed since the office read it.
  invalid_input: ['plans changed'],
  nothing_to_pay: ['class edited'],
  payment_refunded: ['seat given up', 'class removed', 'money returned'],
  unavailable: ['outage'],
};

/** Whether a call succeeded, or was refused because of something that did happen. */
export function isTruthful({ status, body }: Answer, ...happened: Event[]): boolean {
  if (status === 200) return true;
  if (status === 0) return happened.includes('server killed');
  const { code } = body as { code?: ErrorCode };
  return Boolean(code && TRUTHFUL[code]?.some((event) => happened.includes(event)));
}
