import type { FormQuestion, FormTerms } from '@speakifyr/contract/forms.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { TestApp } from './test-app.ts';

/** Forms of the school, made by a director's own call. */

export function makeQuestion(fields: Partial<FormQuestion> & { key: string }): FormQuestion {
  return {
    ...{ kind: 'short', label: `Question ${fields.key}`, options: [] },
    ...{ isRequired: true, seenBy: 'office', ...fields },
  };
}

export function makeTerms(fields: Partial<FormTerms> = {}): FormTerms {
  return {
    ...{ name: 'Swimming', kind: 'questions', about: 'child', text: '', isPictures: false },
    ...{ due: null, season: null, classIds: [], questions: [makeQuestion({ key: 'far' })] },
    ...fields,
  };
}

export const WAIVER = makeTerms({
  ...{ name: 'General waiver', kind: 'waiver', text: 'I know that camp has risks.' },
  questions: [],
});

export const PICTURES = makeTerms({
  ...{ name: 'Pictures', kind: 'consent', text: 'May we take pictures?', isPictures: true },
  questions: [
    makeQuestion({ key: 'camp', kind: 'yesNo', label: 'Inside the camp' }),
    makeQuestion({ key: 'web', kind: 'yesNo', label: 'On the website' }),
  ],
});

/** @returns the id of the published form */
export async function publishForm(
  app: TestApp,
  director: UserDocument,
  terms: FormTerms = makeTerms(),
  {
    id = new ObjectId().toHexString(),
    revision = 0,
    act = 'publish' as 'publish' | 'again' | 'save' | 'archive',
  } = {},
): Promise<string> {
  const { status, body } = await app
    .as(director)
    .call('PUT /forms', { body: { id, revision, form: terms, act } });
  if (status !== 200) throw new Error(`Not published: ${JSON.stringify(body)}`);
  return id;
}
