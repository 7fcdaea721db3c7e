import type { User } from '@speakifyr/contract/identity.ts';
import { ObjectId } from 'mongodb';
import { auditEvent, newsEvent } from '../events/audit-event.ts';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { listSearchWords } from '../database/search-words.ts';
import { ApiError } from '../errors.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import { readToday } from '../school-time.ts';
import { checkAgreed } from '../school/school.service.ts';
import type { Services } from '../services.ts';
import { canRegister } from './deleted-accounts.ts';
import { findAnyUser, findUserWithId } from './find-users.ts';
import { bundleOf } from './bundles.ts';
import { changeRole } from './change-user.ts';
import { hasFamily } from './has-family.ts';

/**
 * Registers a person as a student, unless they are registered already. R30, R61, R80
 * @param session the sign-in that becomes the record's
 * @returns the new user's id, or null if there was one
 * @throws {ApiError} `session_expired` if the sign-in is hours old or from before the account was deleted,
 *   `address_changed` if this account has a record with another address, `account_removed`, `account_deleting`
 */
export async function registerStudent(
  { name, photo, terms }: { name: string; photo: string; terms?: string },
  session: SignIn,
  services: Services,
): Promise<string | null> {
  const { collections } = services.database;
  const { uid, email, isVerified, credentials } = session;
  const known = await findSignedInUser(session, services);
  if (known) {
    await agreeToTerms(known, terms, services);
    return null;
  }
  if (terms) await checkAgreed('terms', terms, services);
  if (!(await canRegister(session, services))) throw new ApiError('session_expired');
  const _id = new ObjectId();
  const id = await insertUserOnce(collections, {
    _id,
    name,
    searchWords: listSearchWords({ name }),
    photo,
    email,
    uid,
    isVerified,
    credentials,
    role: 'student',
    details: '',
    status: 'active',
    createdAt: services.now(),
    ...(terms && { agreedTerms: { of: terms, at: services.now() } }),
    ...(isVerified && { events: [newsEvent('user joined', { userId: _id }, services.now())] }),
  });
  if (!id) {
    // If no record has this address, this account has one with another address.
    if (!(await findSignedInUser(session, services))) throw new ApiError('address_changed');
    return null;
  }
  // Again: the deletion may have freed the address after the first check.
  if (!(await canRegister(session, services))) {
    await collections.users.deleteOne({ _id: id });
    throw new ApiError('session_expired');
  }
  return id.toHexString();
}

/** Records what the owner of an account agrees to at sign-up, if the office opened it earlier. R633 */
async function agreeToTerms(
  { _id, agreedTerms, owesTerms }: UserDocument,
  terms: string | undefined,
  services: Services,
): Promise<void> {
  const { database, now } = services;
  if (!terms || (agreedTerms && !owesTerms)) return;
  await checkAgreed('terms', terms, services);
  await database.collections.users.updateOne(
    { _id, status: 'active', $or: [{ agreedTerms: { $exists: false } }, { owesTerms: true }] },
    { $set: { agreedTerms: { of: terms, at: now() } }, $unset: { owesTerms: '' } },
  );
}

/**
 * Adds a user, unless there is one with this email or uid. Safe to call any number of times at once.
 * @returns the new user's id, or null if there was one
 */
async function insertUserOnce(
  { users }: Pick<Collections, 'users'>,
  user: UserDocument,
): Promise<ObjectId | null> {
  try {
    const { upsertedId } = await users.updateOne(
      { email: user.email },
      { $setOnInsert: user },
      { upsert: true },
    );
    return upsertedId;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/**
 * R58
 * @returns the user whose record this session belongs to, or null if nobody has registered with its address
 * @throws {ApiError} `session_expired` if the record belongs to another account, or the account has changed since the
 *   log-in; `account_removed`, `account_deleting`
 */
export async function findSignedInUser(
  { email, uid, credentials, issuedAt }: SignIn & { issuedAt?: Date },
  services: Services,
): Promise<UserDocument | null> {
  const user = await findAnyUser(email, services);
  if (user) checkActive(user);
  if (user && (user.uid !== uid || user.credentials !== credentials))
    throw new ApiError('session_expired');
  // A session has whole seconds.
  const since = (user?.sessionsSince?.getTime() ?? 0) - 1_000;
  if (issuedAt && issuedAt.getTime() <= since) throw new ApiError('session_expired');
  return user;
}

/** @throws {ApiError} `account_removed`, `account_deleting` */
export function checkActive({ status }: UserDocument): void {
  if (status === 'removed' || status === 'deleted') throw new ApiError('account_removed');
  if (status === 'deleting') throw new ApiError('account_deleting');
}

/** What a user says about themselves. Missing fields stay; an empty phone removes it. */
export type Profile = {
  name?: string;
  photo?: string;
  phone?: string;
  birthDate?: string;
};

/**
 * Changes what an active user says about themselves. R210
 * @param events what others hear of it. For a name, call `changeProfile` (families/change-profile.ts)
 * @returns the user as they are now
 * @throws {ApiError} `invalid_input` for a birth date in the future; `session_expired` if the account is not active
 *   anymore
 */
export async function updateProfile(
  profile: Profile,
  user: UserDocument,
  services: Services,
  events: SchoolEvent[] = [],
): Promise<User> {
  if (profile.birthDate && profile.birthDate > readToday(services))
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.birthDate': 'Must not be in the future.' },
    });
  const { users } = services.database.collections;
  let known: UserDocument | null = user;
  while (known?.status === 'active') {
    const { name = known.name, phone = known.phone ?? '' } = profile;
    const fields = { ...profile, phone: profile.phone || undefined };
    const given = Object.entries({ ...fields, searchWords: listSearchWords({ name, phone }) });
    const changed: UserDocument | null = await users.findOneAndUpdate(
      {
        _id: known._id,
        status: 'active',
        name: known.name,
        phone: known.phone ?? { $exists: false },
      },
      {
        $set: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
        ...(profile.phone === '' && { $unset: { phone: '' } }),
        ...(events.length > 0 && { $push: { events: { $each: events } } }),
      },
      { returnDocument: 'after' },
    );
    if (changed) return presentUser(changed);
    // Another tab changed the name or the phone, and the words contain both.
    known = await findUserWithId(user._id, services);
  }
  throw new ApiError('session_expired');
}

/**
 * @throws {ApiError} `not_found` if the person has signed in at the provider but is not registered yet, or has not agreed to
 *   the terms of an account that the office opened: registering does both. R633
 */
export async function getUser(session: SignIn, services: Services): Promise<User> {
  const user = await findSignedInUser(session, services);
  if (!user || user.owesTerms)
    throw new ApiError('not_found', 'This person is not registered yet.');
  const isStaff = user.role !== 'student' && (await hasFamily(user, services));
  return { ...presentUser(user), ...(isStaff && { hasFamily: true as const }) };
}

/**
 * Promotes a student who has confirmed their address. The update only matches a student, so the second of two
 * simultaneous promotions is refused. R31, R59, R556
 * @param person an id, or an email in lower case
 * @throws {ApiError} `not_found`, `not_a_student`, `email_not_verified`
 */
export async function promoteStudent(
  person: { id: string } | { email: string },
  role: 'admin' | 'instructor',
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const user =
    'id' in person
      ? await findUserWithId(new ObjectId(person.id), services)
      : await findAnyUser(person.email, services);
  if (user?.status !== 'active') throw new ApiError('not_found', 'We could not find this user.');
  if (user.role === 'student' && !user.isVerified) throw new ApiError('email_not_verified');
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: role === 'admin' ? 'make admin' : 'make instructor',
    target: user.email,
    before: { role: 'student' },
    after: { role },
  });
  const { from, update } = changeRole('student', role);
  // A director gives more in a second step, after signing in again: see changeBundle.
  const rights = role === 'admin' && {
    $set: { role, bundle: 'office' as const },
    $unset: { isNamed: '' as const },
  };
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { ...from, _id: user._id, isVerified: true },
    { ...(rights || update), $push: { events: event } },
  );
  if (modifiedCount === 0) throw new ApiError('not_a_student');
}

/** What the office sees of an adult everywhere. */
export function presentAdult({ _id, name, email, phone }: UserDocument) {
  return { _id: _id.toHexString(), name, email, ...(phone && { phone }) };
}

/** A user as they see themselves. */
export function presentUser(user: UserDocument): User {
  const { _id, name, photo, phone, birthDate, email, role, isVerified } = user;
  const bundle = bundleOf(user);
  return {
    _id: _id.toHexString(),
    name,
    photo,
    email,
    role,
    isVerified,
    ...(bundle && { bundle }),
    ...(phone && { phone }),
    ...(birthDate && { birthDate }),
  };
}
