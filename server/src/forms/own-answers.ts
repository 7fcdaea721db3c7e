import type { OwnData } from '@speakifyr/contract/account.ts';
import { listAsked, sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findChildren } from '../families/booking.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { readCareAnswers } from '../families/form-parts.ts';
import type { Services } from '../services.ts';
import { presentFile } from './documents.ts';

/**
 * What was answered and signed for somebody's family, with the texts as they were: for the download of one's data. Of
 * children whom they may see. R668
 */
export async function getOwnAnswers(
  user: UserDocument,
  services: Services,
): Promise<OwnData['forms']> {
  const { forms, formAnswers } = services.database.collections;
  const rights = await readFamilyRights(user, services);
  const childIds = rights.listIds('see');
  const [answers, children] = await Promise.all([
    formAnswers.find({ personId: { $in: [...childIds, user._id] } }).toArray(),
    findChildren(childIds, services),
  ]);
  const careOf = await readCareAnswers(answers, services);
  const found = await forms.find({ _id: { $in: answers.map(({ formId }) => formId) } }).toArray();
  return answers.flatMap(
    ({ _id, formId, personId, version, at, signatures, files = [], answers: plain }) => {
      const given = { ...plain, ...careOf.get(_id) };
      const versions = found.find(({ _id }) => _id.equals(formId))?.versions ?? [];
      const findTerms = (number: number) => versions.find((one) => one.version === number)?.terms;
      const terms = findTerms(version);
      if (!terms) return [];
      return [
        {
          form: terms.name,
          for: children.find(({ _id }) => _id.equals(personId))?.name ?? user.name,
          version,
          savedAt: at.toISOString(),
          answers: listAsked(terms, given).map(({ key, label }) => ({
            question: label,
            answer: sayAnswer(given[key]),
          })),
          files: files.map(presentFile),
          signatures: signatures.map(({ by, isWithdrawn = false, ...signature }) => ({
            version: signature.version,
            name: signature.name,
            at: signature.at.toISOString(),
            isYou: by.equals(user._id),
            isWithdrawn,
            text: findTerms(signature.version)?.text ?? '',
          })),
        },
      ];
    },
  );
}
