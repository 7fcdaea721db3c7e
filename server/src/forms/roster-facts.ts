import { listAllowed, listAsked, sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { FormFact } from '@speakifyr/contract/form-facts.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import { type FormAnswerDocument, nameAnswer } from '../database/form-documents.ts';
import type { Services } from '../services.ts';
import { isAskedIn, judgeAnswer } from './asked.ts';
import { findAnswers, listOpenForms, type PublishedForm, readAnswers } from './form-store.ts';

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
  const forms = (await listOpenForms(services)).filter(
    ({ published }) =>
      published.about !== 'instructor' &&
      isAskedIn(published, campClass) &&
      (published.isPictures || published.questions.some(({ seenBy }) => seenBy === 'roster')),
  );
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
  const { camp_start: firstDay, camp_end: lastDay } = campClass;
  return (who) => {
    const facts = forms.flatMap((form) => {
      const one = askIn(form, who);
      if (!one) return [];
      if (form.published.isPictures) {
        const consent = readConsent(one);
        const isDone = judgeAnswer({ form, firstDay, lastDay }, consent) === 'done';
        return sayPictures(form, isDone ? consent.answer : undefined);
      }
      const answer = answers.get(one._id);
      // Who read earlier versions may not be who reads this one.
      return answer?.isComplete && answer.version >= form.againFrom ? listFacts(form, answer) : [];
    });
    return facts.length > 0 ? facts : undefined;
  };
}

function askIn(form: PublishedForm, { childId, userId }: Who) {
  const personId = form.published.about === 'child' ? childId : userId;
  return personId && { form, _id: nameAnswer(form._id, personId), personId };
}

function sayPictures(
  { published }: PublishedForm,
  answer: FormAnswerDocument | undefined,
): FormFact[] {
  const allowed = answer ? listAllowed(published, answer.answers) : [];
  if (allowed.length === published.questions.length) return [];
  const text = allowed.length === 0 ? 'Not in pictures' : `Pictures only: ${allowed.join(', ')}`;
  return [{ label: published.name, text, isMark: true }];
}

function listFacts({ published }: PublishedForm, { answers }: FormAnswerDocument): FormFact[] {
  const facts: FormFact[] = [];
  for (const { key, label, seenBy } of listAsked(published, answers)) {
    const text = seenBy === 'roster' ? sayAnswer(answers[key]) : '';
    if (text) facts.push({ label, text });
  }
  return facts;
}
