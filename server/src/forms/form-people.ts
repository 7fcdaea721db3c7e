import type { FormPerson } from '@speakifyr/contract/forms.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { listClasses, listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument } from '../database/collections.ts';
import type { FormAnswerDocument, StoredSignature } from '../database/form-documents.ts';
import { findChildren, listChildrenOf } from '../families/booking.ts';
import { listDeciders } from '../families/guardians.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { type Asked, listAskedIn } from './asked.ts';
import { findAnswers, listOpenForms } from './form-store.ts';
import { presentAnswer } from './own-forms.ts';

/** Ids as the wire has them. */
type Wanted = {
  formId?: string | undefined;
  classId?: string | undefined;
  familyId?: string | undefined;
};

/**
 * Who is asked, and who lacks what: by form, class or family. With a form alone also what was signed for those who are
 * deleted. R667
 */
export async function getFormPeople(
  { formId, classId, familyId }: Wanted,
  services: Services,
): Promise<FormPerson[]> {
  const open = await listOpenForms(services);
  const forms = open.filter(({ _id }) => !formId || _id.toHexString() === formId);
  const classes = forms.length === 0 ? [] : await listClassesFor({ classId, familyId }, services);
  const found = listAskedIn(forms, classes, readToday(services));
  const asked = familyId ? await onlyOfFamily(found, familyId, services) : found;
  const people = await presentPeople(asked, services);
  const gone = formId && !classId && !familyId ? await listGone(formId, services) : [];
  return [...people, ...gone];
}

async function listClassesFor(
  { classId, familyId }: Wanted,
  services: Services,
): Promise<ClassDocument[]> {
  const { collections } = services.database;
  if (classId) return listClasses(collections, { _id: new ObjectId(classId) });
  if (!familyId) return listClasses(collections, { camp_end: { $gte: readToday(services) } });
  const _id = new ObjectId(familyId);
  const children = await listChildrenOf({ _id }, services);
  return listClassesOfAny(collections, [
    { 'seats.userId': _id },
    ...children.map((child) => ({ 'seats.childId': child._id })),
  ]);
}

async function onlyOfFamily(
  asked: Asked[],
  familyId: string,
  services: Services,
): Promise<Asked[]> {
  const _id = new ObjectId(familyId);
  const children = await listChildrenOf({ _id }, services);
  return asked.filter(({ personId }) =>
    [_id, ...children.map((child) => child._id)].some((id) => id.equals(personId)),
  );
}

async function presentPeople(asked: Asked[], services: Services): Promise<FormPerson[]> {
  const isOfChild = ({ form }: Asked) => form.published.about === 'child';
  const childIds = asked.filter(isOfChild).map(({ personId }) => personId);
  const accountIds = asked.flatMap((one) => [
    ...(isOfChild(one) ? [] : [one.personId]),
    ...(one.familyId ? [one.familyId] : []),
  ]);
  const [answers, children, accounts, deciders] = await Promise.all([
    findAnswers(
      asked.map(({ _id }) => _id),
      services,
    ),
    findChildren(childIds, services),
    findPeopleById(accountIds, services),
    listDeciders(childIds, services),
  ]);
  const names = new Map(children.map(({ _id, name }) => [_id.toHexString(), name]));
  const nameAccount = (id: ObjectId) => accounts.get(id.toHexString())?.name ?? DELETED_NAME;
  return asked
    .map((one) => {
      const answer = answers.get(one._id);
      const personId = one.personId.toHexString();
      const whoDecides = isOfChild(one) ? (deciders.get(personId) ?? []) : undefined;
      return {
        ...presentAnswer(one, answer, whoDecides),
        mayAnswer: true,
        name: isOfChild(one) ? (names.get(personId) ?? DELETED_NAME) : nameAccount(one.personId),
        familyId: one.familyId?.toHexString() ?? null,
        family: one.familyId ? nameAccount(one.familyId) : '',
        classes: one.classes,
        note: answer?.note ?? null,
        signatures: (answer?.signatures ?? []).map(presentSignature),
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function listGone(formId: string, { database }: Services): Promise<FormPerson[]> {
  const found = await database.collections.formAnswers
    .find({ formId: new ObjectId(formId), goneAt: { $exists: true } })
    .sort({ goneAt: 1 })
    .toArray();
  return found.map((answer: FormAnswerDocument) => ({
    formId,
    personId: answer.personId.toHexString(),
    seen: answer.revision,
    state: 'gone' as const,
    answers: {},
    answeredAt: null,
    note: null,
    mayAnswer: false,
    isGiven: false,
    familyId: null,
    family: '',
    classes: [],
    name: answer.signatures.at(-1)?.for ?? DELETED_NAME,
    signatures: answer.signatures.map(presentSignature),
  }));
}

function presentSignature({ at, by, ...signature }: StoredSignature) {
  return { ...signature, at: at.toISOString(), by: by.toHexString() };
}
