import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import type { HoldDecision } from './hold-limits.ts';

/** Why somebody can't hold a seat, in the words that a parent reads. */

/**
 * A seat of a free class is taken for good, and nobody pays for it. So an account that anybody can open with any
 * address must not take one. R55
 */
export function confirmFirstError(): ApiError {
  return new ApiError('verify_email_first', 'Confirm your email address to join a free class.');
}

/** Somebody with more children than that asks the school. */
export function tooManyOfFreeClassError(): ApiError {
  return new ApiError(
    'too_many_holds',
    `One account can have up to ${nameSeats(SCHOOL.booking.maxHeldOfClass)} of a free class. For a larger family, please contact the school.`,
  );
}

/** @param child the name of the child that has a seat; null if it is the account itself */
export function alreadyJoinedError(child: string | null): ApiError {
  return new ApiError(
    'already_joined',
    child === null ? undefined : `${child} already has a seat in this class, or one is held.`,
  );
}

/**
 * R517
 * @param child the name of the child that joins; null if it is the account itself
 */
export function describeRefusalError(
  decision: Extract<HoldDecision, { isAllowed: false }>,
  child: string | null,
  nameOf: (classId: ObjectId) => string | undefined,
): ApiError {
  switch (decision.reason) {
    case 'day':
      return new ApiError('too_many_holds', describeSameDay(child, nameOf(decision.classId)));
    case 'unverified':
      return new ApiError(
        'verify_email_first',
        `Confirm your email address to hold more than ${nameSeats(SCHOOL.booking.maxHeldUnconfirmed)}, or pay for those you hold.`,
      );
    case 'siblings':
      return new ApiError(
        'too_many_holds',
        `One account can hold up to ${nameSeats(SCHOOL.booking.maxHeldOfClass, 'unpaid ')} in this class. Pay for yours or remove some, then join again.`,
      );
    case 'family':
      return new ApiError(
        'too_many_holds',
        `One account can hold up to ${nameSeats(SCHOOL.booking.maxHeld, 'unpaid ')}. Pay for yours or remove some, then join this class.`,
      );
    default:
      return heldTooOftenError(decision, child);
  }
}

/** An account may hold more, if it did before the school lowered its limit. So we say the limit, not what it holds. */
function nameSeats(count: number, which = ''): string {
  return `${count} ${which}${count === 1 ? 'seat' : 'seats'}`;
}

function describeSameDay(child: string | null, className = 'another class'): string {
  const who = child === null ? 'You have' : `${child} has`;
  return `${who} an unpaid seat in ${className} on the same camp day. Pay for it or remove it, then join this class.`;
}

function heldTooOftenError(
  { reason, waitMs }: Extract<HoldDecision, { waitMs: number }>,
  child: string | null,
): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new ApiError(
    'held_too_often',
    reason === 'class'
      ? `You have joined this class twice${child === null ? '' : ` for ${child}`} and not kept the seat. You can join it again in ${wait}.`
      : `You have joined many classes in a short time. You can join another one in ${wait}.`,
    { retryAfterSeconds },
  );
}
