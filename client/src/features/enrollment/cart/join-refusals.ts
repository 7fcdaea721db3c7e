import type { CallErrorCode } from '@speakifyr/contract/call-errors.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { readApiError } from '../../../lib/api.ts';

type Join = Contract['POST /addClass'];
type JoinRefusal = CallErrorCode<Join>;

/** Refusals of a join that only inform: they close after 1500 ms (spec section 8). R532, decisions/0100 */
export const INFORMS = [
  'not_found',
  'guardian_may_not',
  'class_full',
  'class_started',
  'already_joined',
  'account_removed',
  'not_allowed',
] as const satisfies JoinRefusal[];

/** What each of the others asks for, so that it stays until the person has read it. A code in neither list does not compile. */
export const ASKED_ACTS: Record<Exclude<JoinRefusal, (typeof INFORMS)[number]>, string> = {
  adults_only: 'add the child',
  children_only: 'add the child',
  wrong_age: 'ask the school',
  price_changed: 'look at the new price',
  too_many_holds: 'pay for a seat, or remove one',
  held_too_often: 'wait',
  too_many_here: 'pay for a seat, or wait',
  verify_email_first: 'confirm the address',
  invalid_input: 'change what was entered',
  not_signed_in: 'log in',
  session_expired: 'log in',
  role_changed: 'go on in the new dashboard',
  account_deleting: 'wait',
  only_students_join: 'confirm: spec section 8',
  too_many_requests: 'wait',
  internal: 'try again',
  unavailable: 'check the connection, or wait',
};

/** The server answered, but without a `status`: nobody has joined, and its message says why (spec section 8). */
class NotJoinedError extends Error {
  override name = 'NotJoinedError';
}

/** @throws {NotJoinedError} with the message of an answer that has no status */
export function checkJoined(answer: Output<Join> | { status?: never; message: string }) {
  if (answer.status) return answer;
  throw new NotJoinedError(answer.message);
}

/** Why a join did not succeed. `isBrief`: the message asks for nothing, so it closes by itself. */
export function readRefusal(error: unknown) {
  if (error instanceof NotJoinedError)
    return { code: undefined, message: error.message, isBrief: true };
  const { code, message } = readApiError(error);
  return { code, message, isBrief: INFORMS.some((one) => one === code) };
}
