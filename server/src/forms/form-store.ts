import type { FormTerms } from '@speakifyr/contract/forms.ts';
import type { ObjectId } from 'mongodb';
import type { FormAnswerDocument, FormDocument } from '../database/form-documents.ts';
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
  const found = await database.collections.forms
    .find({ isArchived: false }, WITHOUT_VERSIONS)
    .sort({ _id: 1 })
    .toArray();
  return found.flatMap((form) => (form.published ? [{ ...form, published: form.published }] : []));
}

/** These forms, archived ones too, if they were ever published. */
export async function findForms(ids: ObjectId[], { database }: Needs): Promise<PublishedForm[]> {
  const found = await database.collections.forms
    .find({ _id: { $in: ids } }, WITHOUT_VERSIONS)
    .toArray();
  return found.flatMap((form) => (form.published ? [{ ...form, published: form.published }] : []));
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

export function nameAnswer(formId: ObjectId, personId: ObjectId): string {
  return `${formId.toHexString()}-${personId.toHexString()}`;
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
