import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findFamily } from '../users/find-users.ts';
import { notifyOldAddresses } from '../users/old-address.ts';
import { openAccount } from '../users/open-account.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { hashCode, makeShortCode, spellShortCode } from '../short-code.ts';
import { tidyChildFields } from './child-fields.ts';
import { addChild } from './children.service.ts';

/** Families without an account: the office opens one, and its owner takes it over later. decisions/0060 */

/** How long a code works: a letter may lie around. */
const CLAIM_DAYS = 90;

type NewFamily = ParsedInput<Contract['POST /families']>['body'];

/**
 * Opens an account that nobody logs in to, with its children. May be repeated with the same id. R485, R320
 * @throws {ApiError} `account_exists` if the address has an account; `invalid_input`, `child_exists` for a child;
 *   `request_used`
 */
export async function openFamily(
  wanted: NewFamily,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { id, name, email, phone, children } = wanted;
  // Before anything is written.
  children.forEach((child, place) => tidyChildFields(child, services, `body.children.${place}`));
  const account = await openAccount(
    {
      id,
      name,
      phone,
      email: email ?? standInAddress(id),
      role: 'student',
      action: 'add family',
      wanted,
    },
    admin,
    services,
  );
  for (const child of children) await addOnce(child, account, admin, services);
}

/** Adds a child, unless it is there from a first try. */
async function addOnce(
  child: NewFamily['children'][number],
  account: UserDocument,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  try {
    await addChildAsAdmin(child, account, admin, services);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'child_exists')) throw error;
  }
}

/**
 * Adds a child to a family that called. Its account gets every right.
 * @param familyId the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `invalid_input`, `child_exists`, `too_many_children`; `email_not_verified` if
 *   somebody logs in to it with an unconfirmed address: a stranger may have signed up with it, and would see the child
 */
export async function addChildOfFamily(
  familyId: string,
  child: NewFamily['children'][number],
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const account = await findFamily(familyId, services);
  if (account.uid && !account.isVerified) throw new ApiError('email_not_verified');
  await addChildAsAdmin(child, account, admin, services);
}

/** The audit log names the account, not the child: the log outlives the child's record. */
async function addChildAsAdmin(
  child: NewFamily['children'][number],
  account: UserDocument,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'add child',
    target: account.email,
    before: null,
    after: null,
  });
  await addChild(child, account, services, event);
}

/**
 * Makes a code for the letter. It replaces the last one. It is in the response and nowhere else. R321
 * @param familyId the account's: 24 hexadecimal digits
 * @returns the code as people read it, in three groups, and the moment until which it works
 * @throws {ApiError} `not_found`; `account_exists` if somebody logs in to the account, or ever did. R497
 */
export async function makeClaimCode(
  familyId: string,
  admin: UserDocument,
  services: Services,
): Promise<{ code: string; until: string }> {
  const account = await findFamily(familyId, services);
  const at = services.now();
  const event = auditEvent({
    at,
    by: admin._id,
    type: 'make claim code',
    target: account.email,
    before: null,
    after: null,
  });
  const code = makeShortCode();
  const until = new Date(at.getTime() + CLAIM_DAYS * DAY_MS);
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id: account._id, ...CAN_BE_CLAIMED },
    { $set: { claim: { hash: hashClaimCode(code, services), until } }, $push: { events: event } },
  );
  if (matchedCount === 0)
    throw new ApiError(
      'account_exists',
      'Somebody logs in to this account, or did before, so there is no code for it.',
    );
  return { code: spellShortCode(code), until: until.toISOString() };
}

function hashClaimCode(code: string, services: Pick<Services, 'environment'>): string {
  return hashCode(`claim code ${code}`, services);
}

/**
 * Corrects the address of an account that nobody has ever logged in to: it was spelled out on the phone. The new one is
 * unconfirmed, and the old one gets an email.
 * @throws {ApiError} `address_fixed` if somebody logs in with it, or did; `account_exists` if the new one has an account
 */
export async function correctFamilyAddress(
  account: UserDocument,
  email: string,
  { database, now }: Services,
): Promise<void> {
  const { _id } = account;
  const isNew = email !== account.email;
  try {
    const { matchedCount } = await database.collections.users.updateOne(
      { _id, email: account.email, ...CAN_BE_CLAIMED },
      {
        $set: { email, ...(isNew && { isVerified: false }) },
        ...(isNew && {
          $push: { events: { $each: notifyOldAddresses(account, 'corrected', now()) } },
        }),
      },
    );
    if (matchedCount === 0) throw new ApiError('address_fixed');
  } catch (error) {
    if (isDuplicateKey(error)) throw new ApiError('account_exists');
    throw error;
  }
}

/** An account that its owner can take over with a code: nobody has ever logged in to it. */
const CAN_BE_CLAIMED = {
  role: 'student' as const,
  status: 'active' as const,
  uid: { $exists: false },
  isUnclaimed: true as const,
};

/** The account with this code, while it works. */
export async function findClaimable(
  code: string,
  services: Services,
): Promise<UserDocument | null> {
  return services.database.collections.users.findOne({
    'claim.hash': hashClaimCode(code, services),
    'claim.until': { $gt: services.now() },
    ...CAN_BE_CLAIMED,
  });
}

/** Until when the last code works; null without one. The code itself was only in the answer that made it. */
export function presentClaim(
  { isUnclaimed, claim }: Pick<UserDocument, 'isUnclaimed' | 'claim'>,
  { now }: Pick<Services, 'now'>,
): { until: string } | null {
  if (!isUnclaimed || !claim || claim.until <= now()) return null;
  return { until: claim.until.toISOString() };
}
