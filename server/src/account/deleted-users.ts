import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findNameUntil } from '../seats/current-seats.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { ObjectId } from 'mongodb';
import { randomUUID } from 'node:crypto';

/** A user whose account is being deleted. `pseudonym` replaces their email. */
export type DeletedUser = Pick<
  UserDocument,
  '_id' | 'uid' | 'name' | 'email' | 'isVerified' | 'createdAt'
> & {
  pseudonym: string;
  /** It is not known yet whether the account may go. */
  isUndecided?: true;
  /** The account that gets everything first: merge-families.ts. */
  into?: ObjectId;
  isMoving?: true;
  /** Records of children that become one. */
  join?: { from: ObjectId; into: ObjectId }[];
  /** For the audit log, once the merge is decided. */
  event?: AuditEvent;
};

/** How many names one run of the job checks. */
const MAX_DUE = 100;

/** How long a server's claim on a deletion lasts: longer than Stripe takes to answer or time out. */
const WORK_MS = 2 * 60_000;

/**
 * Locks a student out: the first step of a deletion, which decides it.
 * @param user as they were when they asked for it
 * @param mark.isUndecided only locked for now: `decideDeletion` decides it, `reopenUndecided` undoes it
 * @returns null if they are not an active student anymore, or the record belongs to another sign-in
 */
export async function lockDeletedUser(
  user: UserDocument,
  services: Services,
  mark: { isUndecided?: true } = {},
): Promise<DeletedUser | null> {
  const pseudonym = makePseudonym();
  const { _id, uid, credentials } = user;
  const deletion = { pseudonym, checkAfter: endOfWork(services), ...mark };
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { _id, uid, credentials, role: 'student', status: 'active' },
    { $set: { status: 'deleting', deletion } },
  );
  return modifiedCount === 1 ? { ...user, pseudonym } : null;
}

/**
 * Decides the deletion of an account that was only locked.
 * @returns false if it was opened again meanwhile
 */
export async function decideDeletion(
  { _id, pseudonym }: DeletedUser,
  services: Services,
): Promise<boolean> {
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { _id, 'deletion.pseudonym': pseudonym, 'deletion.isUndecided': true },
    {
      $set: { 'deletion.checkAfter': endOfWork(services) },
      $unset: { 'deletion.isUndecided': '' },
    },
  );
  return modifiedCount === 1;
}

/** Opens an account again that was locked, and whose deletion nobody has decided. */
export async function reopenUndecided(
  { _id }: Pick<DeletedUser, '_id'>,
  { database }: Services,
): Promise<void> {
  await database.collections.users.updateOne(
    { _id, status: 'deleting', 'deletion.isUndecided': true },
    { $set: { status: 'active' }, $unset: { deletion: '' } },
  );
}

/**
 * Locks an account whose family is to go to another one. `beginMoving` decides that, `reopenUser` undoes it. R496
 * @param from as it was when somebody asked for it
 * @param decided.event for the audit log, which gets it when that is decided
 * @param decided.join records of children that become one
 * @returns null if the account has changed since
 */
export async function lockMergedUser(
  { from, into }: { from: UserDocument; into: UserDocument },
  { event, join }: { event: AuditEvent; join: { from: ObjectId; into: ObjectId }[] },
  services: Services,
): Promise<DeletedUser | null> {
  const pseudonym = makePseudonym();
  const { _id, uid, credentials } = from;
  const checkAfter = endOfWork(services);
  const { modifiedCount } = await services.database.collections.users.updateOne(
    {
      _id,
      uid: uid ?? { $exists: false },
      credentials,
      role: 'student',
      status: 'active',
      // The office has not withdrawn the question to which the owner says yes.
      'mergeAsked.id': from.mergeAsked?.id ?? { $exists: false },
    },
    {
      // The code is deleted with the record: if the other account is gone, the letter still works.
      $set: {
        status: 'deleting',
        deletion: { pseudonym, checkAfter, into: into._id, event, join },
      },
    },
  );
  return modifiedCount === 1 ? { ...from, pseudonym, into: into._id, event, join } : null;
}

/**
 * Decides that this account's data moves to the other one: from now on, there is no way back, and the audit log says so.
 * A merge that was locked before `event` was kept here has it in the log already. R490
 * @returns false if another server has decided meanwhile
 */
export async function beginMoving(
  { _id, event }: DeletedUser,
  services: Services,
): Promise<boolean> {
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { _id, status: 'deleting', 'deletion.isMoving': { $exists: false } },
    {
      $set: { 'deletion.isMoving': true, 'deletion.checkAfter': endOfWork(services) },
      $unset: { 'deletion.event': '' },
      ...(event && { $push: { events: event } }),
    },
  );
  return modifiedCount === 1;
}

/** Gives an account back to its owner: it can't be deleted, or the account that its family would move to is gone. */
export async function reopenUser(
  { _id }: Pick<DeletedUser, '_id'>,
  { database }: Services,
): Promise<void> {
  await database.collections.users.updateOne(
    { _id, status: 'deleting', 'deletion.isMoving': { $exists: false } },
    { $set: { status: 'active' }, $unset: { deletion: '' } },
  );
}

/** Whether another account's family is moving to this one. */
export async function isGettingFamily(
  { _id }: Pick<DeletedUser, '_id'>,
  { database }: Services,
): Promise<boolean> {
  const coming = { status: 'deleting' as const, 'deletion.into': _id };
  return (await database.collections.users.findOne(coming)) !== null;
}

/** Claims an unfinished deletion, if there is one. No other server gets it while this one works on it. */
export async function claimDeletedUser(services: Services): Promise<DeletedUser | null> {
  const user = await services.database.collections.users.findOneAndUpdate(
    { status: 'deleting', 'deletion.checkAfter': { $lte: services.now() } },
    { $set: { 'deletion.checkAfter': endOfWork(services) } },
    { returnDocument: 'after' },
  );
  return user?.deletion ? { ...user, ...user.deletion } : null;
}

/** Extends this server's claim on the deletion. @returns false if another server has finished it */
export async function keepDeletedUser({ _id }: DeletedUser, services: Services): Promise<boolean> {
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id, status: 'deleting' },
    { $set: { 'deletion.checkAfter': endOfWork(services) } },
  );
  return matchedCount === 1;
}

/**
 * The last step: forgets the person, except for the name until their last camp is over. After that, the email is free
 * for a new account. A record with an event that is not in the audit log yet stays; the deletion is retried later.
 */
export async function forgetUser(
  { _id, pseudonym, into }: DeletedUser,
  services: Services,
): Promise<void> {
  const nameUntil = await findNameUntil({ userId: _id }, services);
  const nobody: Required<
    Omit<
      UserDocument,
      | '_id'
      | 'createdAt'
      | 'name'
      | 'nameUntil'
      | 'mergedInto'
      | 'payReference'
      | 'payLink'
      | keyof typeof FORGOTTEN
    >
  > = {
    email: pseudonym,
    status: 'deleted',
    photo: '',
    searchWords: [],
    isVerified: false,
    credentials: '',
    role: 'student',
    details: '',
  };
  await services.database.collections.users.updateOne(
    { _id, status: 'deleting', 'events.0': { $exists: false } },
    {
      $set: {
        ...nobody,
        ...(nameUntil ? { nameUntil } : { name: DELETED_NAME }),
        ...(into && { mergedInto: into }),
      },
      // Somebody may still send money with the reference of a merged family, or pay with its link.
      $unset: { ...FORGOTTEN, ...(!into && { payReference: '' as const, payLink: '' as const }) },
    },
  );
}

/** Removes the names of deleted accounts whose camps are over. A job. R102 */
export async function forgetNamesOfEndedCamps(services: Services): Promise<void> {
  const { users } = services.database.collections;
  const due = users.find({ nameUntil: { $lt: readToday(services) } }).limit(MAX_DUE);
  for (const { _id } of await due.toArray()) {
    // The days of the camp may have changed since.
    const nameUntil = await findNameUntil({ userId: _id }, services);
    await users.updateOne(
      { _id },
      nameUntil
        ? { $set: { nameUntil } }
        : { $set: { name: DELETED_NAME }, $unset: { nameUntil: '' } },
    );
  }
}

function endOfWork({ now }: Services): Date {
  return new Date(now().getTime() + WORK_MS);
}

/** @returns a random address that belongs to nobody: mail to `.invalid` can't be delivered (RFC 2606) */
function makePseudonym(): string {
  return `deleted-${randomUUID().replaceAll('-', '').slice(0, 16)}@deleted.invalid`;
}

/** The other fields that a record may have. A missing one fails the type check above. */
const FORGOTTEN = {
  card: '',
  phone: '',
  birthDate: '',
  uid: '',
  otherSignIn: '',
  bundle: '',
  isNamed: '',
  sessionsSince: '',
  agreedTerms: '',
  owesTerms: '',
  deletion: '',
  removal: '',
  codeTries: '',
  holds: '',
  holdsRevision: '',
  hasJoinedLists: '',
  timeClaims: '',
  events: '',
  mail: '',
  mailTo: '',
  calendarSecret: '',
  claim: '',
  isUnclaimed: '',
  invitedAt: '',
  mergeAsked: '',
  officeNotes: '',
  request: '',
  certificates: '',
  certificatesUntil: '',
} as const;
