import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { FormFile } from '@speakifyr/contract/form-files.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { FormAnswerDocument, StoredFile } from '../database/form-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { recordReading } from '../events/record-reading.ts';
import { findChangeableChild } from '../families/change-family.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { dropUnnamed, findPart, takeFilesOut } from '../families/form-parts.ts';
import type { Services } from '../services.ts';
import { findForms } from './form-store.ts';

/** Documents that were handed in: who opens them, and what the office says of them. R693, R694 */

type Decision = {
  state: 'accepted' | 'refused';
  reason?: string | undefined;
  validUntil?: string | undefined;
};

/**
 * Opens a document: for the family, and for the office, which is recorded first.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`, also for everybody else
 */
export async function openDocument(
  id: string,
  reader: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /formFiles/:id']>> {
  const { file, type, base64, answer } = await findDocument(id, services);
  if (!(await isOwn(answer, reader, services))) {
    if (reader.role !== 'admin') throw fileNotFoundError();
    const about = { id: file._id, target: await nameForm(answer, services) };
    const after = answer.about === 'child' ? { child: answer.personId.toHexString() } : null;
    await recordReading('read document', { ...about, after }, reader, services);
  }
  return { name: file.name, type, base64 };
}

/**
 * The office accepts or refuses a document, or says until when it counts. The family hears of a refused one.
 * @throws {ApiError} `not_found`; `invalid_input` without the reason for refusing it
 */
export async function decideDocument(
  id: string,
  { state, reason, validUntil }: Decision,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  if (state === 'refused' && !reason)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.reason': 'Say why, so that the family knows what to send.' },
    });
  const { file, answer } = await findDocument(id, services);
  const decided: StoredFile = {
    _id: file._id,
    name: file.name,
    size: file.size,
    at: file.at,
    state,
    ...(state === 'refused' && { reason }),
    ...(state === 'accepted' && validUntil && { validUntil }),
  };
  const event = auditEvent({
    type: 'decide document',
    at: services.now(),
    by: admin._id,
    target: await nameForm(answer, services),
    before: { state: file.state },
    after: { state, ...(validUntil && { validUntil }), person: answer.personId.toHexString() },
    answerId: answer._id,
    fileId: file._id,
  });
  const { matchedCount } = await services.database.collections.formAnswers.updateOne(
    { _id: answer._id, files: { $elemMatch: { _id: file._id } } },
    { $set: { 'files.$': decided }, $push: { events: event } },
  );
  if (matchedCount === 0) throw fileNotFoundError();
}

/**
 * Takes back a document that a family, or an instructor, has handed in. Its bytes are erased.
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function takeBackDocument(
  id: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { file, answer } = await findDocument(id, services);
  if (answer.about === 'child') await findChangeableChild(answer.personId, user, services);
  else if (!answer.personId.equals(user._id)) throw fileNotFoundError();
  const event = auditEvent({
    type: 'take back document',
    at: services.now(),
    by: user._id,
    target: user.email,
    before: { state: file.state, person: answer.personId.toHexString() },
    after: null,
  });
  await takeFilesOut({ _id: answer._id }, [file._id], services, [event]);
  await dropUnnamed(answer._id, [file._id], services);
}

/** What families and the office read of a document. */
export function presentFile({ _id, at, ...file }: StoredFile): FormFile {
  return { ...file, _id: _id.toHexString(), at: at.toISOString() };
}

async function findDocument(id: string, services: Services) {
  const found = await findPart(new ObjectId(id), services);
  const file = found?.answer.files?.find(({ _id }) => _id.equals(found.part._id));
  if (!found?.part.file || !file) throw fileNotFoundError();
  return { ...found.part.file, file, answer: found.answer };
}

async function isOwn(
  { about, personId }: FormAnswerDocument,
  reader: UserDocument,
  services: Services,
): Promise<boolean> {
  if (about !== 'child') return personId.equals(reader._id);
  return (await readFamilyRights(reader, services)).may('see', personId);
}

async function nameForm({ formId }: FormAnswerDocument, services: Services): Promise<string> {
  return (await findForms([formId], services))[0]?.published.name ?? '';
}

const fileNotFoundError = () => new ApiError('not_found', 'We could not find this document.');
