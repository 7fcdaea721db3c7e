import type { Page } from '@playwright/test';
import type { FormAnswers, FormQuestion, FormTerms } from '@speakifyr/contract/forms.ts';
import { ObjectId } from 'mongodb';
import { callAs } from './call.ts';

/** Forms that a director publishes without the editor, and answers without the page, for a journey about something else. */

type Asked = Pick<FormQuestion, 'key' | 'label'> & Partial<FormQuestion>;
type Wanted = Pick<FormTerms, 'name' | 'kind' | 'classIds'> &
  Partial<Omit<FormTerms, 'questions'>> & { questions?: Asked[] };

/** @returns its id. A later one has a higher id, so families are asked it later */
export async function publishForm(
  admin: Page,
  { questions = [], ...terms }: Wanted,
): Promise<string> {
  const id = new ObjectId().toHexString();
  const form = {
    ...{ about: 'child', text: '', isPictures: false, due: null, season: null, ...terms },
    questions: questions.map((question) => ({
      ...{ kind: 'short', options: [], isRequired: true, seenBy: 'office', ...question },
    })),
  };
  await callAs(admin, 'PUT', '/forms', { id, revision: 0, act: 'publish', form });
  return id;
}

/** Answers the first version of a form for a child for the first time. */
export async function answerForm(
  page: Page,
  id: string,
  answer: { personId: string; answers: FormAnswers; signedName?: string },
): Promise<void> {
  await callAs(page, 'PUT', `/myForms/${id}`, { version: 1, seen: 0, ...answer });
}
