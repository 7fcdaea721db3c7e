import type { FormPerson } from '@speakifyr/contract/forms.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { listClasses, listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { FormAnswerDocument, StoredSignature } from '../database/form-documents.ts';
import { findChildren, listChildrenOf } from '../families/booking.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { type Asked, listAskedIn, NO_DAYS } from './asked.ts';
import { findForms, isOfChild, listOpenForms, readAnswers } from './form-store.ts';
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
  const family = familyId ? await listOfFamily(familyId, services) : undefined;
  const classes = forms.length === 0 ? [] : await listClassesFor(classId, family, services);
  const asked = listAskedIn(forms, classes, readToday(services)).filter(
    ({ personId }) =>
      !family || [family.account, ...family.childIds].some((id) => id.equals(personId)),
  );
  const people = await presentPeople(asked, services);
  const kept = family ? await listKept(family, asked, services) : [];
  const gone = formId && !classId && !familyId ? await listGone(formId, services) : [];
  return [...people, ...kept, ...gone];
}

/** Documents of a family that no class asks for anymore, and that are still kept. */
async function listKept(
  { account, childIds }: Awaited<ReturnType<typeof listOfFamily>>,
  asked: Asked[],
  services: Services,
): Promise<FormPerson[]> {
  const { formAnswers } = services.database.collections;
  const found = await formAnswers
    .find({ personId: { $in: [account, ...childIds] }, 'files.0': { $exists: true } })
    .toArray();
  const kept = found.filter(({ _id }) => asked.every((one) => one._id !== _id));
  const forms = await findForms(
    kept.map(({ formId }) => formId),
    services,
  );
  const others = kept.flatMap(({ _id, formId, personId }) => {
    const form = forms.find((one) => one._id.equals(formId));
    return form ? { form, _id, personId, familyId: account, classes: [], ...NO_DAYS } : [];
  });
  return (await presentPeople(others, services)).map((one) => ({ ...one, state: 'done' as const }));
}

/** How many people have handed in a document that nobody of the office has looked at, as `getFormPeople` lists them. R694 */
export async function countDocumentsToSee(services: Services): Promise<number> {
  const { formAnswers } = services.database.collections;
  if (!(await formAnswers.findOne({ 'files.state': 'sent' }, { projection: { _id: 1 } }))) return 0;
  const people = await getFormPeople({}, services);
  return people.filter(({ files }) => files.some(({ state }) => state === 'sent')).length;
}

/** The family's account, and its children. */
async function listOfFamily(familyId: string, services: Services) {
  const account = new ObjectId(familyId);
  const children = await listChildrenOf({ _id: account }, services);
  return { account, childIds: children.map(({ _id }) => _id) };
}

async function listClassesFor(
  classId: string | undefined,
  family: Awaited<ReturnType<typeof listOfFamily>> | undefined,
  services: Services,
): Promise<ClassDocument[]> {
  const { collections } = services.database;
  if (classId) return listClasses(collections, { _id: new ObjectId(classId) });
  if (!family) return listClasses(collections, { camp_end: { $gte: readToday(services) } });
  return listClassesOfAny(collections, [
    { 'seats.userId': family.account },
    ...family.childIds.map((childId) => ({ 'seats.childId': childId })),
  ]);
}

async function presentPeople(asked: Asked[], services: Services): Promise<FormPerson[]> {
  const childIds = asked.filter(isOfChild).map(({ personId }) => personId);
  const accountIds = asked.flatMap((one) => [
    ...(isOfChild(one) ? [] : [one.personId]),
    ...(one.familyId ? [one.familyId] : []),
  ]);
  const [readAnswer, children] = await Promise.all([
    readAnswers(asked, services),
    findChildren(childIds, services),
  ]);
  const guardianIds = asked.flatMap((one) => readAnswer(one).deciders ?? []);
  const accounts = await findPeopleById([...accountIds, ...guardianIds], services);
  const names = new Map(children.map(({ _id, name }) => [_id.toHexString(), name]));
  const nameAccount = (id: ObjectId) => accounts.get(id.toHexString())?.name ?? DELETED_NAME;
  return asked
    .map((one) => {
      const answered = readAnswer(one);
      const { answer, deciders = [] } = answered;
      const nameChild = () => names.get(one.personId.toHexString()) ?? DELETED_NAME;
      return {
        ...presentAnswer(one, answered),
        mayAnswer: true,
        name: isOfChild(one) ? nameChild() : nameAccount(one.personId),
        familyId: one.familyId?.toHexString() ?? null,
        family: one.familyId ? nameAccount(one.familyId) : '',
        classes: one.classes,
        note: answer?.note ?? null,
        signers: deciders.map((id) => ({ _id: id.toHexString(), name: nameAccount(id) })),
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
    files: [],
    answeredAt: null,
    note: null,
    signers: [],
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
