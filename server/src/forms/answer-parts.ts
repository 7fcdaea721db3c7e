import { isDeepStrictEqual } from 'node:util';
import { findAnswerProblems, keepAsked, splitCare } from '@speakifyr/contract/form-answers.ts';
import type { TypedFile } from '@speakifyr/contract/form-files.ts';
import type { FormAnswers, FormTerms } from '@speakifyr/contract/forms.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { readPhoneNumber } from '@speakifyr/contract/phone-numbers.ts';
import { ObjectId } from 'mongodb';
import {
  type FormAnswerDocument,
  type FormPartDocument,
  nameAnswer,
} from '../database/form-documents.ts';
import { ApiError } from '../errors.ts';
import { dropUnnamed, readCareAnswers } from '../families/form-parts.ts';
import { checkAgreed } from '../school/school.service.ts';
import type { Services } from '../services.ts';
import type { PublishedForm } from './form-store.ts';
import { readDocument } from './read-document.ts';

/** What an answer is made of: what stands in it, and what is kept apart from it. */

/** What somebody sends. Ids as the wire has them. */
export type TypedAnswer = {
  personId: string;
  version: number;
  seen: number;
  answers: FormAnswers;
  isPart?: true | undefined;
  signedName?: string | undefined;
  file?: TypedFile | undefined;
  consent?: string | undefined;
  note?: string | undefined;
  paper?: Paper | undefined;
};

/** Whose answer it is. `note`: the office enters it, and this is where the paper is. `signed`: a guardian has signed it. */
export type AnswerGiver = { by: ObjectId; note?: string; signed?: { at: Date; paper: string } };

/**
 * Divides what was typed. The office never reads answers about health, so it keeps those that it does not type again.
 * @returns `isKept`: the answers about health are those that are stored
 */
export async function readTyped(
  published: FormTerms,
  typed: TypedAnswer,
  { giver, known }: { giver: AnswerGiver; known: FormAnswerDocument | undefined },
  services: Services,
): Promise<{ plain: FormAnswers; care: FormAnswers; isKept: boolean }> {
  const stored = (await readCareAnswers([known], services)).get(known?._id ?? '');
  // What is no longer asked as health goes, too: somebody else would read it.
  const before = giver.note ? splitCare(published, stored ?? {}).care : {};
  const answers = tidy(published, { ...typed, answers: { ...before, ...typed.answers } });
  const divided = splitCare(published, answers);
  const isSame = known?.care !== undefined && isDeepStrictEqual(divided.care, before);
  // A guardian who signs the same again has confirmed it.
  const typedCare = splitCare(published, keepAsked(published, typed.answers)).care;
  const isSigned = giver.signed !== undefined && Object.keys(typedCare).length > 0;
  return { ...divided, isKept: !!giver.note && isSame && !isSigned };
}

/**
 * What is stored apart from an answer.
 * @throws {ApiError} `invalid_input` without the consent or the signed paper that it needs, and for a file that can't be taken;
 *   `text_changed` if there is another consent by now
 */
export async function makeParts(
  { _id: formId, published }: PublishedForm,
  typed: TypedAnswer & { care: FormAnswers },
  giver: AnswerGiver,
  services: Services,
): Promise<Omit<FormPartDocument, 'checkAfter'>[]> {
  const { care, file } = typed;
  const hasCare = Object.keys(care).length > 0;
  if (hasCare || (file && published.isHealth)) await checkHealthConsent(typed, giver, services);
  const personId = new ObjectId(typed.personId);
  const at = services.now();
  const consent = { at, by: giver.by, textVersion: typed.consent ?? '', ...giver.signed };
  const part = { answerId: nameAnswer(formId, personId), personId, at };
  const ofHealth = published.isHealth && { consent };
  return [
    ...(hasCare ? [{ ...part, _id: new ObjectId(), care, consent }] : []),
    ...(file
      ? [{ ...part, ...ofHealth, _id: new ObjectId(file.id), file: readFile(published, file) }]
      : []),
  ];
}

/**
 * The office enters only what a guardian has signed: with the words of that day, which are checked with the paper.
 * @throws {ApiError} `invalid_input` without a consent, `text_changed` if there is another one by now
 */
export async function checkHealthConsent(
  { consent }: Pick<TypedAnswer, 'consent'>,
  { note, signed }: AnswerGiver,
  services: Services,
): Promise<void> {
  if (note && !signed) throw wrongFieldError('paper', 'Say who has signed it, and when.');
  if (!consent) throw wrongFieldError('consent', 'We can keep it only if you agree to it.');
  if (!signed) await checkAgreed('healthConsent', consent, services);
}

function readFile(
  { kind }: FormTerms,
  { base64 }: TypedFile,
): NonNullable<FormPartDocument['file']> {
  if (kind !== 'document') throw wrongFieldError('file', 'This form asks for no document.');
  const read = readDocument(Buffer.from(base64, 'base64'));
  if ('problem' in read) throw wrongFieldError('file', read.problem);
  return { type: read.type, base64: Buffer.from(read.bytes).toString('base64') };
}

/** Erases what an answer no longer names: older answers about health, and refused files once there is another one. */
export async function dropReplaced(
  known: FormAnswerDocument | undefined,
  { care, hasNewFile }: { care: ObjectId | undefined; hasNewFile: boolean },
  services: Services,
): Promise<void> {
  if (!known) return;
  const { formAnswers } = services.database.collections;
  const refused = hasNewFile ? (known.files ?? []).filter(({ state }) => state === 'refused') : [];
  if (refused.length > 0)
    await formAnswers.updateOne({ _id: known._id }, { $pull: { files: { state: 'refused' } } });
  const old = known.care && !(care && known.care.equals(care)) ? [known.care] : [];
  await dropUnnamed(known._id, [...old, ...refused.map(({ _id }) => _id)], services);
}

/** The answers as they are stored: only what is asked, and phone numbers as they are dialed. R661 */
function tidy(published: FormTerms, { answers, isPart }: TypedAnswer): FormAnswers {
  const asked = keepAsked(published, answers);
  const problems = findAnswerProblems(published, asked, { isPart: isPart ?? false });
  const fields = Object.entries(problems).map(([key, text]) => [`body.answers.${key}`, text]);
  if (fields.length > 0)
    throw new ApiError('invalid_input', undefined, { fields: Object.fromEntries(fields) });
  const phones = new Set(
    published.questions.flatMap(({ key, kind }) => (kind === 'phone' ? [key] : [])),
  );
  return Object.fromEntries(
    Object.entries(asked).map(([key, answer]) => [
      key,
      phones.has(key) ? (readPhoneNumber(String(answer)) ?? answer) : answer,
    ]),
  );
}

/** A field that is wrong, with a sentence for who typed it. */
export function wrongFieldError(field: string, text: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { [`body.${field}`]: text } });
}
