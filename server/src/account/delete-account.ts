import { SCHOOL } from '@speakifyr/contract/school.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { forgetActor } from '../audit/audit.service.ts';
import { SYSTEM, recordEvent } from '../events/audit-event.ts';
import { releaseHoldsOf } from '../cart/release-holds.ts';
import { forgetGuardian } from '../families/delete-child.ts';
import { forgetAnswers } from '../families/given-answers.ts';
import { forgetMessagesOf } from '../messages/contact/contact.service.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { dropMailsTo, forgetMailsOf } from '../messages/mails-of.ts';
import { closeBookedByHand } from '../payments/match-transfers.ts';
import { returnFreeSeats } from '../payments/enroll-free.ts';
import { refundCredit } from '../payments/own-credit.ts';
import { owesAlone } from '../families/pass-on-debts.ts';
import { endPaymentsOf, forgetPayer } from '../payments/payer.ts';
import { waitsByHand } from '../payments/waiting-by-hand.ts';
import { forgetAidOf } from '../prices/aid-store.ts';
import { leaveWaitingLists } from '../seats/waiting-lists.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { forgetCard } from '../users/saved-cards.ts';
import { findUserWithId } from '../users/find-users.ts';
import { noteDeletion } from '../users/deleted-accounts.ts';
import { moveFamily } from './merge-families.ts';
import { checkFreshProof } from './check-fresh-proof.ts';
import {
  claimDeletedUser,
  decideDeletion,
  type DeletedUser,
  forgetUser,
  isGettingFamily,
  keepDeletedUser,
  lockDeletedUser,
  reopenUndecided,
  reopenUser,
} from './deleted-users.ts';

/**
 * Deletes a student's account; docs/privacy.md says what stays, and why. The first write locks them out and decides the
 * deletion. A job does what cannot be done now (Stripe does not answer, the server is killed); until then, nobody can
 * sign up with the email. R35
 * @param idToken the provider's, from a sign-in a few minutes ago, so that an unattended browser is not enough
 * @throws {ApiError} `sign_in_again`; `staff_account` for instructors and admins, saying what they can do instead;
 *   `still_owes` while something is owed that no other guardian could pay; `refund_waiting` while the office has money to give back
 *   by hand
 */
export async function deleteAccount(
  user: UserDocument,
  idToken: string,
  services: Services,
): Promise<void> {
  await checkFreshProof(user, idToken, services);
  if (user.role !== 'student') throw new ApiError('staff_account', HOW_STAFF_LEAVES[user.role]);
  const obstacle = await findObstacle(user, services);
  if (obstacle) throw obstacle;
  const locked = await lockDeletedUser(user, services);
  if (!locked)
    throw new ApiError('staff_account', 'Your account has changed. Please reload the page.');
  // The other guardian may have deleted their account at the same moment: at least one of the two sees the other.
  const late = await findObstacle(user, services);
  if (late) {
    await reopenUser(user, services);
    throw late;
  }
  await tryToFinish(locked, services);
}

/** Why an account can't be deleted now. R476, R701 */
async function findObstacle(user: UserDocument, services: Services): Promise<ApiError | undefined> {
  if (await owesAlone(user, services)) return new ApiError('still_owes', STILL_OWES);
  return (await waitsByHand(user, services))
    ? new ApiError('refund_waiting', WAITS_BY_HAND)
    : undefined;
}

/**
 * Deletes an account that nobody has ever logged in to, if that is right. It is locked first, so that nobody changes it
 * while `mayGo` looks again; then it is deleted like every account. A server that is killed before that second look has decided
 * nothing: the account is opened again.
 * @returns false if it stays
 */
export async function deleteAccountIf(
  user: UserDocument,
  mayGo: (user: UserDocument) => Promise<boolean>,
  services: Services,
): Promise<boolean> {
  if (!user.isUnclaimed || !(await mayGo(user))) return false;
  const locked = await lockDeletedUser(user, services, { isUndecided: true });
  if (!locked) return false;
  const now = await findUserWithId(user._id, services);
  if (!now || !(await mayGo({ ...now, status: 'active' }))) {
    await reopenUndecided(user, services);
    return false;
  }
  if (!(await decideDeletion(locked, services))) return false;
  await tryToFinish(locked, services);
  return true;
}

const STILL_OWES =
  'You still owe something for a class, and nobody else could pay it. Pay it first under Enrolled Course, or ask the school: it can take the money, cancel the seat, or waive it. Then you can delete your account.';

const WAITS_BY_HAND =
  'The school still has money of yours that it can only give back by hand, such as in cash, or credit from that. Ask the school for it, or use the credit. Then you can delete your account.';

const HOW_STAFF_LEAVES = {
  instructor:
    'You cannot delete an instructor’s account here. First ask an admin to unassign your class and remove your instructor role.',
  admin:
    'You cannot delete an admin’s account here. Another admin can remove it; the last admin has to stay.',
};

/**
 * Finishes deletions that were cut off. A job; several servers may run it at once.
 * @param signal stops it between two deletions
 */
export async function finishDeletions(services: Services, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const user = await claimDeletedUser(services);
    if (!user) return;
    await (user.isUndecided ? reopenUndecided : tryToFinish)(user, services);
  }
}

async function tryToFinish(user: DeletedUser, services: Services): Promise<void> {
  try {
    const { into } = user;
    if (await (into ? moveFamily(user, into, services) : forgetStudent(user, services))) return;
    services.log.warn(
      { user: user._id },
      'an account is not deleted yet: a payment or a change of a seat is under way',
    );
  } catch (error) {
    services.log.error({ err: error, user: user._id }, 'an account is not deleted yet');
  }
}

/**
 * Every step can be repeated, and the email goes last, so that the next try finds what is left.
 * A join in progress during the lock may still take a seat; nobody can pay for it, and its hold expires.
 * @returns false if it must wait for a payment that is processing, or for a family that is moving here
 */
async function forgetStudent(user: DeletedUser, services: Services): Promise<boolean> {
  const { _id: userId, pseudonym } = user;
  // The family would move to an account that is gone.
  if (await isGettingFamily(user, services)) return false;
  await releaseHoldsOf(userId, services);
  // After the holds: an offer that runs out goes back to its list.
  await leaveWaitingLists({ userId }, services);
  await returnFreeSeats(userId, services);
  // Including payments whose seat is already gone. After this, every payment is final, and its name can go.
  if (!(await endPaymentsOf(userId, services))) return false;
  // Nobody could spend the credit anymore.
  await refundCredit(userId, { isAnyDay: true }, services);
  await forgetCard(user, services);
  // Stripe may have been slow. If another server was faster, the email may belong to a new student by now.
  if (!(await keepDeletedUser(user, services))) return true;
  await forgetGuardian(user, services);
  await forgetAnswers(userId, services);
  await forgetAidOf(user, services);
  // Before what the bank wrote is gone from the ledger: by that, a line of its list is known to be booked.
  await closeBookedByHand(userId, services);
  await forgetPayer({ user }, pseudonym, services);
  // Before the messages are deleted: their remaining events would be lost with them.
  await forgetActor(user, { email: pseudonym, name: DELETED_NAME }, services);
  await forgetMessagesOf(user, services);
  // The record's data goes, but the office still counts how many people the school had last month.
  const joined = formatIsoDay(user.createdAt, SCHOOL.timeZone);
  await recordEvent(
    { by: SYSTEM, type: 'delete account', target: pseudonym, before: { joined }, after: null },
    pseudonym,
    services,
  );
  await forgetMailsOf(user, services);
  // Before the address is free again: an older session must not register it.
  if (user.uid) await noteDeletion(user.uid, services);
  await forgetUser(user, services);
  // The mailer may have read the record before it was locked.
  await dropMailsTo(user, services);
  return true;
}
