import { isCare, listAsked, sayAnswer } from '@speakifyr/contract/form-answers.ts';
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
  for (const { _id, formId, personId, version, answers: plain } of answers) {
    const versions = asked.find((form) => form._id.equals(formId))?.versions ?? [];
    const terms = versions.find((one) => one.version === version)?.terms;
    const all = { ...plain, ...careOf.get(_id) };
    const ofForm = (terms ? listAsked(terms, all) : []).filter(isCare).flatMap(({ key, label }) => {
      const text = sayAnswer(all[key]);
      return text ? [{ label, text }] : [];
    });
    const childId = personId.toHexString();
    facts.set(childId, [...(facts.get(childId) ?? []), ...ofForm]);
  }
  return facts;
}
