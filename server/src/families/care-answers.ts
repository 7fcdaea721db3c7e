import { isCare, sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { FormFact } from '@speakifyr/contract/form-facts.ts';
import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { readCareAnswers } from './form-parts.ts';

/**
 * What was answered about children's health in forms: for the care sheet, which records each reader first. R695
 * @returns by child id (24 hexadecimal digits), without children of whom nothing was answered
 */
export async function readCareFacts(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, FormFact[]>> {
  const { forms, formAnswers } = database.collections;
  const answers = await formAnswers
    .find({ personId: { $in: childIds }, care: { $exists: true } })
    .toArray();
  if (answers.length === 0) return new Map();
  const formIds = answers.map(({ formId }) => formId);
  const [careOf, asked] = await Promise.all([
    readCareAnswers(answers, { database }),
    forms.find({ _id: { $in: formIds } }, { projection: { versions: 1 } }).toArray(),
  ]);
  const facts = new Map<string, FormFact[]>();
  for (const { _id, formId, personId, version } of answers) {
    const versions = asked.find((form) => form._id.equals(formId))?.versions ?? [];
    const isOwn = (one: { version: number }) => Number(one.version === version);
    const terms = versions.toSorted((a, b) => isOwn(b) - isOwn(a) || b.version - a.version);
    const labels = new Map<string, string>();
    for (const { key, label } of terms.flatMap((one) => one.terms.questions).filter(isCare))
      if (!labels.has(key)) labels.set(key, label);
    const care = careOf.get(_id) ?? {};
    // All that is stored: of two records that became one, only one was asked by this version, or after these answers.
    const ofForm = [...labels].flatMap(([key, label]) => {
      const text = sayAnswer(care[key]);
      return text ? [{ label, text }] : [];
    });
    const childId = personId.toHexString();
    facts.set(childId, [...(facts.get(childId) ?? []), ...ofForm]);
  }
  return facts;
}
