import { listAgreements } from '../account/agreements.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_OFFICE_NOTES } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { listSeatsOf, onlyEnrolled, onlyHeld } from '../seats/find-seat.ts';
import { listOwedOf } from '../seats/seat-plan.ts';
import { listChildrenOf } from '../families/booking.ts';
import { describeFamilyChildren } from '../families/family-office.ts';
import { correctFamilyAddress, presentClaim } from '../families/office-families.ts';
import { isOwnFamily } from '../families/own-family.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { forgetActor } from '../audit/audit.service.ts';
import { listCallsTo } from '../messages/calls.ts';
import { moveMessages } from '../messages/contact/contact.service.ts';
import { moveMails } from '../messages/mails-of.ts';
import { presentMailTo } from '../messages/mail-to.ts';
import { getLatestMailsTo } from '../messages/outbox-list.ts';
import { getCancellationsOf } from '../changes/parent-cancellation.ts';
import { getPaymentsOfFamily } from '../ledger/payment-lists.ts';
import { listStatementsOf } from '../ledger/statements.ts';
import { sayTransfer } from '../payments/pay-reference.ts';
import { listSeatsToCollect } from '../payments/seats-to-collect.ts';
import { showCampDays } from '../class-days.ts';
import type { Services } from '../services.ts';
import { findAskedMerge } from '../users/asked-merge.ts';
import { writeOnce } from '../write-once.ts';
import { presentAdult } from '../users/users.service.ts';
import {
  familyNotFoundError,
  findActiveUsers,
  findFamily,
  findUserWithId,
} from '../users/find-users.ts';
import { getOwnWaiting } from '../waiting/own-waiting.ts';
import type { LineReader } from '../prices/readable-lines.ts';
import { makeSeatPresenter } from './office.service.ts';
import { auditEvent } from '../events/audit-event.ts';
import { changeProfile } from '../families/change-profile.ts';

const MAX_MAILS = 50;

/**
 * The family of an account: what the office needs when somebody calls. Neither health nor contacts are read.
 * R222, R224, R270
 * @param id 24 hexadecimal digits
 * @param admin who reads it
 * @throws {ApiError} `not_found` also while the account is being deleted, and afterwards, unless it still owes something
 */
export async function getFamily(
  id: string,
  admin: LineReader,
  services: Services,
): Promise<Family> {
  const account = await findUserWithId(new ObjectId(id), services);
  if (!account || account.status === 'deleting') throw familyNotFoundError();
  if (
    account.status === 'deleted' &&
    (await listSeatsToCollect(account, services)).owing.length === 0
  )
    throw familyNotFoundError();
  const known = await listChildrenOf(account, services);
  const children = await describeFamilyChildren(known, services);
  const guardians = children.flatMap((child) => child.guardians);
  const others = new Map(guardians.map(({ may: _may, ...adult }) => [adult._id, adult]));
  others.delete(id);
  const [money, canceled, statements, waiting, mails, calls, agreements, notes] = await Promise.all(
    [
      readSeatsAndPayments(
        account,
        known.map(({ _id }) => _id),
        admin,
        services,
      ),
      getCancellationsOf(account, services),
      listStatementsOf(account, services),
      getOwnWaiting(account, services),
      getLatestMailsTo(account, MAX_MAILS, admin, services),
      listCallsTo(account, admin, services),
      listAgreements(account, known, services),
      readNotes(account, services),
    ],
  );
  const concerned = { accounts: [account._id], children: [] };
  const isOwn = await isOwnFamily(admin, concerned, services);
  return {
    isOwn,
    account: await presentAccount(account, account.status, services),
    others: [...others.values()].sort((a, b) => a.name.localeCompare(b.name)),
    children,
    ...money,
    canceled,
    statements,
    waiting,
    mails,
    calls,
    agreements,
    // The office may have written down what another guardian said about the reader. R712
    notes: isOwn ? [] : notes,
  };
}

async function presentAccount(
  user: UserDocument,
  status: Family['account']['status'],
  services: Services,
): Promise<Family['account']> {
  const { role, isVerified, createdAt } = user;
  const asked = await findAskedMerge(user, services);
  return {
    ...presentAdult(user),
    role,
    status,
    isVerified,
    registeredAt: createdAt.toISOString(),
    mailTo: presentMailTo(user),
    hasSignIn: !user.isUnclaimed,
    mergeAsked: asked && {
      into: presentAdult(asked.account),
      until: asked.until.toISOString(),
    },
    transfer: sayTransfer(user),
    claim: presentClaim(user, services),
  };
}

/** The latest class first. */
async function readSeatsAndPayments(
  account: UserDocument,
  childIds: ObjectId[],
  admin: LineReader,
  services: Services,
): Promise<Pick<Family, 'enrolled' | 'held' | 'payments'>> {
  const { _id: userId } = account;
  const wanted = { userId, payerId: userId, childIds };
  const seats = await listSeatsOf(services.database.collections, wanted);
  seats.sort((a, b) => b.campClass.camp_start.localeCompare(a.campClass.camp_start));
  const enrolled = onlyEnrolled(seats);
  const paymentIds = enrolled.map(({ seat }) => seat.paymentId);
  const [present, payments] = await Promise.all([
    makeSeatPresenter(seats, admin, services),
    getPaymentsOfFamily({ userId, paymentIds }, services),
  ]);
  return {
    enrolled: enrolled.map((one) => ({
      campClass: presentSeatClass(one.campClass),
      person: { ...present.presentEnrolled(one), owed: listOwedOf(account, one) },
    })),
    held: onlyHeld(seats)
      .filter(({ seat }) => seat.heldUntil > services.now())
      .map((one) => ({
        campClass: presentSeatClass(one.campClass),
        person: present.presentHeld(one),
      })),
    payments,
  };
}

function presentSeatClass({ _id, name, course_tag, status, canceled, ...camp }: ClassDocument) {
  return {
    _id: _id.toHexString(),
    name,
    course_tag,
    ...showCampDays(camp),
    status,
    isCanceled: canceled !== undefined,
  };
}

/** The newest first, each with the name of its author. */
async function readNotes(
  { officeNotes = [] }: UserDocument,
  services: Services,
): Promise<Family['notes']> {
  if (officeNotes.length === 0) return [];
  const authors = await findActiveUsers(
    officeNotes.map(({ by }) => by),
    services,
  );
  const names = new Map(authors.map(({ _id, name }) => [_id.toHexString(), name]));
  return officeNotes.toReversed().map(({ _id, text, by, at }) => ({
    _id: _id.toHexString(),
    text,
    at: at.toISOString(),
    by: names.get(by.toHexString()) ?? '',
  }));
}

/**
 * Adds a note about a family to the account's document, so that it is deleted with it. The audit log says who did it,
 * without the text.
 * @param familyId the account's: 24 hexadecimal digits
 * @param wanted.noteId with the same one, the note is added once. R485
 * @throws {ApiError} `not_found`, `too_many_notes`, `request_used`
 */
export async function addNote(
  familyId: string,
  { text, noteId }: { text: string; noteId?: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(familyId);
  const account = await findUserWithId(id, services);
  if (!account) throw familyNotFoundError();
  const _id = new ObjectId(noteId);
  const note = { _id, text, by: admin._id, at: services.now() };
  const event = noteEvent('add note', account, admin, services);
  const { users } = services.database.collections;
  await writeOnce({
    wanted: { id, text, by: admin._id },
    find: async () => {
      const found = await users.findOne({ 'officeNotes._id': _id });
      const first = found?.officeNotes?.find((one) => one._id.equals(_id));
      return first && { id: found?._id, text: first.text, by: first.by };
    },
    write: async () => {
      const { modifiedCount } = await users.updateOne(
        {
          _id: id,
          status: { $in: ['active', 'removed'] },
          'officeNotes._id': { $ne: _id },
          [`officeNotes.${MAX_OFFICE_NOTES - 1}`]: { $exists: false },
        },
        { $push: { officeNotes: note, events: event } },
      );
      if (modifiedCount === 0) throw new ApiError('too_many_notes');
    },
  });
}

/** @throws {ApiError} `not_found` */
export async function deleteNote(
  { familyId, noteId }: { familyId: string; noteId: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const account = await findUserWithId(new ObjectId(familyId), services);
  if (!account) throw familyNotFoundError();
  const event = noteEvent('delete note', account, admin, services);
  const _id = new ObjectId(noteId);
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { _id: account._id, 'officeNotes._id': _id },
    { $pull: { officeNotes: { _id } }, $push: { events: event } },
  );
  if (modifiedCount === 0) throw new ApiError('not_found', 'We could not find this note.');
}

function noteEvent(
  action: 'add note' | 'delete note',
  { email }: UserDocument,
  admin: UserDocument,
  services: Services,
) {
  return auditEvent({
    at: services.now(),
    by: admin._id,
    type: action,
    target: email,
    before: null,
    after: null,
  });
}

type Correction = ParsedInput<Contract['PATCH /families/:id']>['body'];

/**
 * Corrects the name or the phone of an account for its owner, or the address of an account that nobody has ever logged in to. The
 * audit log says which of them and why, never the values: it outlives the account.
 * @param familyId the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found` also for an account that was removed, `address_fixed`, `account_exists`
 */
export async function correctAccount(
  familyId: string,
  { note, email, ...changes }: Correction,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const account = await findFamily(familyId, services);
  if (email !== undefined) {
    await correctFamilyAddress(account, email, services);
    // Unsent emails go to the new address. The old one may be a stranger's: the audit log forgets it.
    await moveMails(account, { ...account, email }, services);
    await moveMessages(account, { ...account, email }, services);
    await forgetActor(account, { email, name: account.name }, services);
  }
  const corrected = Object.keys({ ...changes, ...(email !== undefined && { email }) });
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'correct account',
    target: email ?? account.email,
    before: null,
    after: { corrected, note },
  });
  await changeProfile(changes, account, services, event);
}
