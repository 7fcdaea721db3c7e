import { type ErrorCode, ERRORS } from '@speakifyr/contract/errors.ts';
import { MAX_WAITING_OF_ACCOUNT } from '@speakifyr/contract/limits.ts';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findFamily } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { leaveWaitingList } from './answer-offer.ts';
import { joinWaitingList, type WaitingWish } from './join-waiting.ts';

/** The office puts a family that calls on a waiting list, and takes it off again. R340 */

/**
 * Puts children of a family, or the owner of the account, on the waiting list of a full class. The same rules as when a
 * parent joins, except that the office's internet connection is not the family's: it would soon reach the limit of one
 * connection.
 * @param familyId the account's: 24 hexadecimal digits
 * @returns the new entry's id, and its place on the list: 1 is the first
 * @throws {ApiError} `not_found` also for an account that was removed; `email_not_verified` if its owner logs in, but
 *   never confirmed the address; else as `joinWaitingList`
 */
export async function putOnWaitingList(
  familyId: string,
  wish: WaitingWish,
  admin: UserDocument,
  services: Services,
): Promise<{ waitId: string; position: number }> {
  const user = await findFamily(familyId, services);
  const { classId, childIds = [], together = true, days } = wish;
  const event = describe('put on waiting list', user, admin, services, {
    classId,
    children: [...new Set(childIds)],
    together,
    withSelf: wish.withSelf ?? childIds.length === 0,
    ...(days && { days }),
  });
  try {
    return await joinWaitingList(wish, { user, address: `account ${familyId}` }, services, event);
  } catch (error) {
    throw rewordForOffice(error);
  }
}

/**
 * Takes an entry of a family off its waiting list. What is already offered stays.
 * @param familyId the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, also for an entry of another family
 */
export async function takeOffWaitingList(
  familyId: string,
  waitId: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const user = await findFamily(familyId, services);
  await leaveWaitingList({ waitId, userId: user._id }, services, ({ _id, waiting = [] }) => {
    const { people = [], days } = waiting.find((entry) => entry.waitId.equals(waitId)) ?? {};
    const idOf = ({ childId }: { childId?: ObjectId }) => childId?.toHexString() ?? [];
    return describe('take off waiting list', user, admin, services, {
      classId: _id.toHexString(),
      children: people.flatMap(idOf),
      ...(days && { days }),
    });
  });
}

/** No names: a child's name would outlive the child's deletion. */
function describe(
  type: Extract<AuditAction, 'put on waiting list' | 'take off waiting list'>,
  { email: target }: UserDocument,
  { _id: by }: UserDocument,
  { now }: Services,
  what: Record<string, unknown>,
): AuditEvent {
  const isOn = type === 'put on waiting list';
  const values = isOn ? { before: null, after: what } : { before: what, after: null };
  return auditEvent({ at: now(), by, type, target, ...values });
}

/** The sentences that address a parent as “you”. */
const OF_PARENTS: Partial<Record<ErrorCode, string>> = {
  already_waiting:
    'This family is already on the waiting list of this class, or a seat is offered to it. To change who waits, take it off the list first.',
  seats_free: 'This class has free seats: you can reserve one now.',
};

/** The same refusal, worded for somebody who acts for a family. */
function rewordForOffice(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message } = error;
  if (code === 'verify_email_first') return new ApiError('email_not_verified');
  if (code === 'waiting_list_full' && message !== ERRORS.waiting_list_full.message)
    return new ApiError(
      code,
      `This family waits for ${MAX_WAITING_OF_ACCOUNT} seats already, in all classes together: more is not possible.`,
    );
  if (code === 'class_full')
    return new ApiError(code, 'This class starts very soon, so its waiting list is closed.');
  const sentence = OF_PARENTS[code];
  return sentence && message === ERRORS[code].message ? new ApiError(code, sentence) : error;
}
