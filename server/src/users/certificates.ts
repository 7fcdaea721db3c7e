import {
  CERTIFICATE_KEEP_DAYS,
  MAX_CERTIFICATES,
  nameCertificate,
} from '@speakifyr/contract/certificate-state.ts';
import type {
  CertificateFacts,
  ListedCertificate,
  OwnCertificate,
} from '@speakifyr/contract/certificates.ts';
import { type Filter, ObjectId } from 'mongodb';
import type { CertificateEntry, UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findInstructorUser, findPeopleById } from './find-users.ts';

/** The instructors' certificates that admins have checked: decisions/0073. The paper itself is never kept. */

type WithCertificates = Pick<UserDocument, 'certificates'>;
type Admin = Pick<UserDocument, '_id'>;

const STAFF = { role: 'instructor', status: 'active' } as const;
const NOT_STAFF: Filter<UserDocument> = {
  $or: [{ role: { $ne: STAFF.role } }, { status: { $ne: STAFF.status } }],
};

/** What decides whether somebody may look after children, in the order in which it was added. */
export function presentFacts({ certificates = [] }: WithCertificates): CertificateFacts[] {
  return certificates.map(({ kind, name, result, on, expiresOn }) => ({
    kind,
    name,
    result,
    on,
    expiresOn,
  }));
}

/** As their owner sees them, newest first. */
export function presentOwnCertificates({ certificates = [] }: WithCertificates): OwnCertificate[] {
  return newestFirst(certificates).map(presentOwn);
}

/** Reads who checked these people's certificates. @returns a function for one person's certificates, newest first */
export async function readCertificates(
  people: WithCertificates[],
  services: Services,
): Promise<(person: WithCertificates) => ListedCertificate[]> {
  const admins = await findPeopleById(
    people.flatMap(({ certificates = [] }) => certificates.map(({ by }) => by)),
    services,
  );
  const nameOf = ({ by }: CertificateEntry) => {
    const admin = admins.get(by.toHexString());
    return !admin || admin.status === 'deleted' ? '' : admin.name;
  };
  return ({ certificates = [] }) =>
    newestFirst(certificates).map((certificate) => ({
      ...presentOwn(certificate),
      checkedBy: nameOf(certificate),
    }));
}

/**
 * Records a certificate that an admin has seen. The audit log has its name and days, not what a check found. R415
 * @param id the instructor's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `too_many_certificates`, `invalid_input` for one issued after today
 */
export async function addCertificate(
  id: string,
  facts: CertificateFacts,
  admin: Admin,
  services: Services,
): Promise<void> {
  const person = await requireInstructor(id, services);
  if (facts.on > readToday(services)) throw fromTheFutureError();
  const entry: CertificateEntry = { ...facts, _id: new ObjectId(), by: admin._id };
  const event = certificateEvent('add certificate', person, entry, admin, services);
  const full = `certificates.${MAX_CERTIFICATES - 1}`;
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { ...STAFF, _id: person._id, [full]: { $exists: false } },
    { $push: { certificates: entry, events: event } },
  );
  if (modifiedCount === 1) return;
  // Somebody may just have taken the role from them.
  await requireInstructor(id, services);
  throw new ApiError('too_many_certificates');
}

/** @throws {ApiError} `not_found` */
export async function removeCertificate(
  { id, entryId }: { id: string; entryId: string },
  admin: Admin,
  services: Services,
): Promise<void> {
  const person = await requireInstructor(id, services);
  const entry = person.certificates?.find(({ _id }) => _id.toHexString() === entryId);
  if (!entry) throw certificateNotFoundError();
  const { _id } = entry;
  const event = certificateEvent('remove certificate', person, entry, admin, services);
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { ...STAFF, _id: person._id, 'certificates._id': _id },
    { $pull: { certificates: { _id } }, $push: { events: event } },
  );
  if (modifiedCount === 0) throw certificateNotFoundError();
}

/**
 * Deletes people's certificates CERTIFICATE_KEEP_DAYS days after they stopped being instructors. It notices by itself
 * who did, so code that ends the role can't forget to tell it. A job. R417
 */
export async function forgetOldCertificates(services: Services): Promise<void> {
  const { users } = services.database.collections;
  const today = readToday(services);
  await users.updateMany(
    { 'certificates._id': { $exists: true }, certificatesUntil: { $exists: false }, ...NOT_STAFF },
    { $set: { certificatesUntil: addDays(today, CERTIFICATE_KEEP_DAYS) } },
  );
  // Every day comes after no text.
  await users.updateMany(
    { ...STAFF, certificatesUntil: { $gt: '' } },
    { $unset: { certificatesUntil: '' } },
  );
  await users.updateMany(
    { certificatesUntil: { $gt: '', $lt: today }, ...NOT_STAFF },
    { $unset: { certificates: '', certificatesUntil: '' } },
  );
}

function presentOwn({ _id, kind, name, result, on, expiresOn }: CertificateEntry): OwnCertificate {
  return { _id: _id.toHexString(), kind, name, result, on, expiresOn };
}

/** Of two from the same day, the one added later comes first. */
function newestFirst(certificates: CertificateEntry[]): CertificateEntry[] {
  return certificates.toReversed().sort((a, b) => b.on.localeCompare(a.on));
}

async function requireInstructor(id: string, services: Services): Promise<UserDocument> {
  const person = await findInstructorUser({ _id: new ObjectId(id) }, services);
  if (!person) throw new ApiError('not_found', 'We could not find this instructor.');
  return person;
}

function certificateEvent(
  type: 'add certificate' | 'remove certificate',
  { email }: UserDocument,
  entry: CertificateEntry,
  admin: Admin,
  { now }: Services,
) {
  const said = { certificate: nameCertificate(entry), on: entry.on, expiresOn: entry.expiresOn };
  const change =
    type === 'add certificate' ? { before: null, after: said } : { before: said, after: null };
  return auditEvent({ type, at: now(), by: admin._id, target: email, ...change });
}

function certificateNotFoundError(): ApiError {
  return new ApiError(
    'not_found',
    'This certificate is not there anymore. Please reload the page.',
  );
}

function fromTheFutureError(): ApiError {
  const fields = { 'body.on': 'This day has not come yet.' };
  return new ApiError('invalid_input', undefined, { fields });
}
