import { listAllowed, listAsked, sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { FormFact } from '@speakifyr/contract/form-facts.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import {
  type FormAnswerDocument,
  type FormDocument,
  nameAnswer,
} from '../database/form-documents.ts';
import type { Services } from '../services.ts';
import { isAskedIn, judgeAnswer } from './asked.ts';
import {
  findAnswers,
  listArchivedPictures,
  listOpenForms,
  type PublishedForm,
  readAnswers,
  readVersions,
} from './form-store.ts';

type Who = { userId: ObjectId; childId?: ObjectId };

/**
 * What who has the roster of a class reads of the answers: only to questions that say so, and who is not in pictures.
 * Without a consent that holds now, nobody is. R666
 * @returns a function for one person of the class; undefined if there is nothing
 */
export async function readFormFacts(
  campClass: ClassDocument,
  people: Who[],
  services: Pick<Services, 'database'>,
): Promise<(who: Who) => FormFact[] | undefined> {
  const forms = await listFormsOf(campClass, services);
  if (forms.length === 0) return () => undefined;
  const asked = forms.flatMap((form) => people.flatMap((who) => askIn(form, who) ?? []));
  // Only a consent needs to know who decides about a child now, and that takes as long as all the answers.
  const [readConsent, answers] = await Promise.all([
    readAnswers(
      asked.filter(({ form }) => form.published.isPictures),
      services,
    ),
    findAnswers(
      asked.flatMap(({ form, _id }) => (form.published.isPictures ? [] : _id)),
      services,
    ),
  ]);
  const wordsOf = await readWords(
    forms,
    [...answers.values(), ...asked.flatMap((one) => readConsent(one).answer ?? [])],
    services,
  );
  const { camp_start: firstDay, camp_end: lastDay } = campClass;
  return (who) => {
    const facts = forms.flatMap((form) => {
      const one = askIn(form, who);
      if (!one) return [];
      if (form.published.isPictures) {
        const consent = readConsent(one);
        const isDone = judgeAnswer({ form, firstDay, lastDay }, consent) === 'done';
        return sayPictures(form, isDone ? consent.answer : undefined, wordsOf);
      }
      const answer = answers.get(one._id);
      // Who read earlier versions may not be who reads this one.
      return answer?.isComplete && answer.version >= form.againFrom
        ? listFacts(wordsOf(answer), answer)
        : [];
    });
    return facts.length > 0 ? facts : undefined;
  };
}

/** If nobody is asked about pictures anymore, what families said last still holds. R666 */
async function listFormsOf(
  campClass: ClassDocument,
  services: Pick<Services, 'database'>,
): Promise<PublishedForm[]> {
  const isOfClass = ({ published }: PublishedForm) =>
    published.about !== 'instructor' && isAskedIn(published, campClass);
  const open = (await listOpenForms(services)).filter(isOfClass);
  const hasPictures = open.some(({ published }) => published.isPictures);
  const last = hasPictures ? [] : (await listArchivedPictures(services)).filter(isOfClass);
  return [...open, ...last.slice(0, 1)].filter(
    ({ published }) =>
      published.isPictures || published.questions.some(({ seenBy }) => seenBy === 'roster'),
  );
}

/** Says by which words somebody answered: those of their version. Nobody has said anything to later ones. */
async function readWords(
  forms: PublishedForm[],
  answers: FormAnswerDocument[],
  services: Pick<Services, 'database'>,
): Promise<(answer: FormAnswerDocument) => FormTerms> {
  const now = new Map(forms.map((form) => [form._id.toHexString(), form]));
  const earlier = answers.filter(
    ({ formId, version }) => now.get(formId.toHexString())?.version !== version,
  );
  const versions = await (earlier.length > 0
    ? readVersions(
        earlier.map(({ formId }) => formId),
        services,
      )
    : new Map<string, FormDocument['versions']>());
  return ({ formId, version }) => {
    const id = formId.toHexString();
    const own = versions.get(id)?.find((one) => one.version === version)?.terms;
    return own ?? now.get(id)!.published;
  };
}

function askIn(form: PublishedForm, { childId, userId }: Who) {
  const personId = form.published.about === 'child' ? childId : userId;
  return personId && { form, _id: nameAnswer(form._id, personId), personId };
}

/** Only who has allowed all that is asked now, and all that was asked then, has no mark. */
function sayPictures(
  { published }: PublishedForm,
  answer: FormAnswerDocument | undefined,
  wordsOf: (answer: FormAnswerDocument) => FormTerms,
): FormFact[] {
  const words = answer ? wordsOf(answer) : published;
  const allowed = answer ? listAllowed(words, answer.answers) : [];
  const isAll = [words, published].every((terms) =>
    terms.questions.every(({ key }) => answer?.answers[key] === true),
  );
  if (isAll) return [];
  const text = allowed.length === 0 ? 'Not in pictures' : `Pictures only: ${allowed.join(', ')}`;
  return [{ label: published.name, text, isMark: true }];
}

function listFacts(words: FormTerms, { answers }: FormAnswerDocument): FormFact[] {
  const facts: FormFact[] = [];
  for (const { key, label, seenBy } of listAsked(words, answers)) {
    const text = seenBy === 'roster' ? sayAnswer(answers[key]) : '';
    if (text) facts.push({ label, text });
  }
  return facts;
}
