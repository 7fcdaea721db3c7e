import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, newsEvent } from '../events/audit-event.ts';
import { findChildren, listChildrenOf } from '../families/booking.ts';
import { isOwnerAgain } from '../families/family.ts';
import { listGuardians } from '../families/guardians.ts';
import { findNoReturn, type NoReturn, returnGuardian } from '../families/return-guardian.ts';
import { findGuardian, isOwner } from '../families/rights.ts';
import { sayAll } from '../messages/parts/say.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { newCredentials } from '../users/calendar-secrets.ts';
import { findAnyUser } from '../users/find-users.ts';
import { findTakeable } from '../users/removals.ts';
import { checkFreshProof } from './check-fresh-proof.ts';
import { endOfWork, keepClaim, mayRemove, ONLY_DIRECTORS, type Removed } from './removals.ts';

/** How a removal is taken back: one update of the account; a job does what was cut off after it. decisions/0118 */

/**
 * Takes back that somebody was removed: the account is open again, with its role, and a guardian of its children.
 * Sessions and the calendar's address from before do not come back, nor what others may have by now. An admin's rights
 * come back only after a new sign-in of the director. R592, R594, R293
 * @param wanted.note why, for the audit log
 * @param wanted.idToken the provider's, from the caller's sign-in a moment ago; only for an admin
 * @throws {ApiError} `not_found` also if it is too late, not finished yet, or somebody else has just done it;
 *   `not_allowed` if only a director may do it; `sign_in_again`
 */
export async function takeBackRemoval(
  { email, note, idToken = '' }: { email: string; note?: string; idToken?: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const user = await findAnyUser(email, services);
  const removal = user && findTakeable(user, services);
  if (!removal) throw new ApiError('not_found', TOO_LATE);
  if (!mayRemove(user, admin)) throw new ApiError('not_allowed', ONLY_DIRECTORS);
  if (user.role === 'admin') await checkFreshProof(admin, idToken, services);
  const at = services.now();
  const back = { at, by: admin._id, ...(note !== undefined && { note }) };
  const begun = { ...removal, back, checkAfter: endOfWork(services) };
  const { modifiedCount } = await services.database.collections.users.updateOne(
    {
      _id: user._id,
      // Not what the director has not seen.
      role: user.role,
      status: 'removed',
      'removal.at': removal.at,
      'removal.isDone': true,
    },
    newCredentials('', { status: 'active', sessionsSince: at, removal: begun }),
  );
  if (modifiedCount === 0) throw new ApiError('not_found', removal.isDone ? TOO_LATE : NOT_DONE);
  await giveBack({ ...user, removal: begun }, services);
}

const TOO_LATE = 'This can’t be undone anymore. Please reload the list.';
const NOT_DONE = 'The removal is not finished yet. Please try again in a few minutes.';

/**
 * Makes an account whose removal is taken back a guardian again, and writes into the audit log what came of it. The
 * person and the others hear of it. May be repeated.
 */
export async function giveBack(user: Removed & UserDocument, services: Services): Promise<void> {
  const { _id, email, role, removal, card } = user;
  const { at, by, note } = removal.back ?? { at: services.now(), by: removal.by };
  const open = { _id, status: 'active', 'removal.at': removal.at } as const;
  const notBack: string[] = [];
  let handedOver = false;
  for (const kept of removal.children) {
    if (!(await keepClaim(open, services))) return;
    const child = await returnGuardian(kept, user, services);
    if (!child) notBack.push(kept.childId.toHexString());
    else if (kept.wasOwner && !isOwner(child, _id)) handedOver = true;
  }
  const event = auditEvent({
    at,
    by,
    type: 'take back removal',
    target: email,
    before: { removed: removal.at.toISOString() },
    after: {
      role,
      ...(note !== undefined && { note }),
      ...(notBack.length > 0 && { notGuardianOf: notBack }),
    },
    ...(handedOver && { handedOver }),
    ...(removal.hadCard && !card && { lostCard: true as const }),
  });
  const news = newsEvent('guardian back', { userId: _id }, services.now());
  const events = [event, ...(removal.children.length > notBack.length ? [news] : [])];
  await services.database.collections.users.updateOne(open, {
    $unset: { removal: '' },
    $push: { events: { $each: events } },
  });
}

/** What does not come back, of a child. */
const NO_RETURN: Record<NoReturn, (name: string) => string> = {
  gone: () => 'A child that was theirs is not in our records anymore.',
  blocked: (name) =>
    `They do not look after ${name} again: somebody entered that they must not collect ${name}, or may be the one who must not. The office decides.`,
  'child is full': (name) =>
    `They do not look after ${name} again: as many guardians as a child can have look after ${name}, or are invited.`,
  'account is full': (name) =>
    `They do not look after ${name} again: their account has as many children as it can have.`,
};

/**
 * What comes back, and what does not, if a removal is taken back now.
 * @param user whose removal can be taken back
 */
export async function previewTakeBack(
  user: UserDocument,
  admin: Pick<UserDocument, 'role' | 'bundle'>,
  services: Services,
): Promise<Output<Contract['GET /removeuser']>> {
  const { uid, role, removal, card } = user;
  const own = await listChildrenOf(user, services);
  const says = [
    `The account is open again${uid ? ', and they log in as before' : ''}, with their seats, payments, credit and messages.`,
    role === 'admin' && `They may do again what they could as an admin (${bundleOf(user) ?? ''}).`,
    role === 'instructor' && 'They are an instructor again, without a class and on no team.',
    own.length > 0 && `They look after ${sayAll(own.map(({ name }) => name))} as before.`,
    ...(await describeReturn(user, own.length, services)),
    removal?.hadCard && !card && 'The card that they had saved is gone.',
    'Seats that they held, seats of free classes, waitlist spots and invitations do not come back: others may have them. What another guardian owes by now stays theirs to pay.',
    hasMailbox(user.email)
      ? 'They’ll get an email.'
      : 'They have no email address, so please call. Home lists the call.',
  ].filter((text): text is string => !!text);
  const obstacle = !mayRemove(user, admin) ? ONLY_DIRECTORS : removal?.isDone ? null : NOT_DONE;
  return { says, obstacle };
}

/** A sentence for each child that they lost, and what ended with it. @param own how many children they have */
async function describeReturn(
  user: UserDocument,
  own: number,
  services: Services,
): Promise<(string | false)[]> {
  const kept = user.removal?.children ?? [];
  const ids = kept.map(({ childId }) => childId);
  const guardians = await listGuardians(ids, services);
  const known = (await findChildren(ids, services)).filter(({ deletingSince }) => !deletingSince);
  const children = new Map(known.map((child) => [child._id.toHexString(), child]));
  const says: (string | false)[] = [];
  let count = own;
  for (const one of kept) {
    const id = one.childId.toHexString();
    const child = children.get(id) ?? null;
    if (child && findGuardian(child, user._id)) continue;
    const name = child?.name ?? '';
    const problem = await findNoReturn(child, user, count, services);
    if (problem || !child) {
      says.push(NO_RETURN[problem ?? 'gone'](name));
      continue;
    }
    count += 1;
    const others = guardians.get(id) ?? [];
    const owner = others.find(({ invitedBy }) => invitedBy === null)?.user.name;
    const along = `, along with ${sayAll(others.map((other) => other.user.name))}, who will be notified`;
    says.push(
      `They look after ${name} again${others.length > 0 ? along : ''}. Contacts, codes, photo and permissions that they gave do not come back, and what they told us about ${name}’s health must be confirmed again.`,
      !!one.wasOwner &&
        !!owner &&
        !isOwnerAgain(child, one) &&
        `${owner} now decides who looks after ${name}, and can end that they do.`,
      !!one.sharedCost && `The agreement to share the cost for ${name} has ended.`,
    );
  }
  return says;
}
