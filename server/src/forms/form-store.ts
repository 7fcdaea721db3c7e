import type { FormTerms } from '@speakifyr/contract/forms.ts';
import type { ObjectId } from 'mongodb';
import type { FormAnswerDocument, FormDocument } from '../database/form-documents.ts';
import { listDeciders } from '../families/guardians.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'database'>;

/** A form that people are asked now, without its earlier versions. */
export type PublishedForm = Pick<FormDocument, '_id' | 'isArchived' | 'version' | 'againFrom'> & {
  published: FormTerms;
};

const WITHOUT_VERSIONS = {
  projection: { isArchived: 1, version: 1, againFrom: 1, published: 1 },
} as const;

/** The forms that the school asks now. */
export async function listOpenForms({ database }: Needs): Promise<PublishedForm[]> {
  const { forms } = database.collections;
  const found = forms.find({ isArchived: false }, WITHOUT_VERSIONS).sort({ _id: 1 });
  return keepPublished(await found.toArray());
}

/** The consents to pictures that nobody is asked anymore, the newest first. */
export async function listArchivedPictures({ database }: Needs): Promise<PublishedForm[]> {
  const { forms } = database.collections;
  const archived = { isArchived: true, 'published.isPictures': true };
  return keepPublished(await forms.find(archived, WITHOUT_VERSIONS).sort({ _id: -1 }).toArray());
}

/** The words of all versions of these forms, by form id (24 hexadecimal digits). */
export async function readVersions(
  ids: ObjectId[],
  { database }: Needs,
): Promise<Map<string, FormDocument['versions']>> {
  const { forms } = database.collections;
  const found = await forms.find({ _id: { $in: ids } }, { projection: { versions: 1 } }).toArray();
  return new Map(found.map(({ _id, versions }) => [_id.toHexString(), versions]));
}

/** These forms, archived ones too, if they were ever published. */
export async function findForms(ids: ObjectId[], { database }: Needs): Promise<PublishedForm[]> {
  const { forms } = database.collections;
  return keepPublished(await forms.find({ _id: { $in: ids } }, WITHOUT_VERSIONS).toArray());
}

function keepPublished(forms: FormDocument[]): PublishedForm[] {
  return forms.flatMap((form) => (form.published ? [{ ...form, published: form.published }] : []));
}

/** The words of a version as they were published. */
export async function findVersion(
  formId: ObjectId,
  version: number,
  { database }: Needs,
): Promise<FormTerms | undefined> {
  const form = await database.collections.forms.findOne({ _id: formId });
  return form?.versions.find((one) => one.version === version)?.terms;
}

/** @returns by their ids: `nameAnswer` */
export async function findAnswers(
  ids: string[],
  { database }: Needs,
): Promise<Map<string, FormAnswerDocument>> {
  if (ids.length === 0) return new Map();
  const found = await database.collections.formAnswers.find({ _id: { $in: ids } }).toArray();
  return new Map(found.map((answer) => [answer._id, answer]));
}

/** A form for a person. `_id`: of their answer. */
type AskedOne = { form: PublishedForm; _id: string; personId: ObjectId };

/** `deciders`: who decides about the child now; undefined for a form about an account. */
export type Answered = {
  answer: FormAnswerDocument | undefined;
  deciders: ObjectId[] | undefined;
};

export function isOfChild({ form }: Pick<AskedOne, 'form'>): boolean {
  return form.published.about === 'child';
}

/**
 * What people answered, and for a child also who decides about it now: a consent holds only while its giver does. R665
 * @returns a function for one of them
 */
export async function readAnswers(
  asked: AskedOne[],
  services: Needs,
): Promise<(one: AskedOne) => Answered> {
  const childIds = asked.filter(isOfChild).map(({ personId }) => personId);
  const [answers, deciders] = await Promise.all([
    findAnswers(
      asked.map(({ _id }) => _id),
      services,
    ),
    listDeciders(childIds, services),
  ]);
  return (one) => ({
    answer: answers.get(one._id),
    deciders: isOfChild(one) ? (deciders.get(one.personId.toHexString()) ?? []) : undefined,
  });
}
