import { isCare, MAX_FORM_VERSIONS, MAX_FORMS } from '@speakifyr/contract/form-answers.ts';
import type { FormTerms, OfficeForm } from '@speakifyr/contract/forms.ts';
import { ObjectId } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { UserDocument } from '../database/user-documents.ts';
import type { FormDocument } from '../database/form-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import { getFormPeople } from './form-people.ts';

type Change = {
  id: string;
  revision: number;
  form: FormTerms;
  act: 'save' | 'publish' | 'again' | 'archive';
};

/** The school's forms, with how many are asked each and how many of them still have something to do. */
export async function getForms(services: Services): Promise<OfficeForm[]> {
  const forms = await services.database.collections.forms.find().sort({ _id: 1 }).toArray();
  const people = await getFormPeople({}, services);
  return forms.map((form) => {
    const id = form._id.toHexString();
    const asked = people.filter(({ formId }) => formId === id);
    return {
      _id: id,
      isArchived: form.isArchived,
      revision: form.revision,
      draft: form.draft ?? null,
      published: form.published ?? null,
      versions: form.versions.map(({ version, at, terms }) => ({
        version,
        at: at.toISOString(),
        text: terms.text,
      })),
      asked: asked.length,
      lacking: asked.filter(({ state }) => state !== 'done').length,
    };
  });
}

/**
 * Writes, publishes or archives a form. A published version stays as it is for ever: a change makes a new one, and says
 * whether those who have answered answer again. A change whose answer was lost may be sent again: it is made once. R662
 * @throws {ApiError} `form_changed` if somebody else has changed it since, `too_many_forms`; `invalid_input` for what
 *   would show answers to somebody who was not named when they were given
 */
export async function changeForm(
  change: Change,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { forms } = services.database.collections;
  const { id, revision, form: terms, act } = change;
  const _id = new ObjectId(id);
  const known = await forms.findOne({ _id });
  if (isMade(known, change)) return;
  if ((known?.revision ?? 0) !== revision) throw changedError();
  if (!known && (await forms.countDocuments({ isArchived: false })) >= MAX_FORMS)
    throw new ApiError('too_many_forms');
  const at = services.now();
  const event = auditEvent({
    type: 'change form',
    at,
    by: admin._id,
    target: terms.name,
    before: known ? { version: known.version } : null,
    after: { act },
  });
  if (known) checkSame(known, terms, act);
  const isPublished = act === 'publish' || act === 'again';
  const version = (known?.version ?? 0) + (isPublished ? 1 : 0);
  const next = {
    isArchived: act === 'archive',
    ...(isPublished && { published: terms, version }),
    ...(!isPublished && act !== 'archive' && { draft: terms }),
    ...(act === 'again' && { againFrom: version }),
  };
  const added = isPublished ? [{ version, at, by: admin._id, terms }] : [];
  if (known) {
    const { matchedCount } = await forms.updateOne(
      { _id, revision },
      {
        $set: next,
        ...(isPublished && { $unset: { draft: true } }),
        $inc: { revision: 1 },
        $push: { versions: { $each: added }, events: event },
      },
    );
    if (matchedCount === 0 && !isMade(await forms.findOne({ _id }), change)) throw changedError();
    return;
  }
  const first: FormDocument = {
    _id,
    version,
    againFrom: 0,
    ...next,
    revision: 1,
    versions: added,
    events: [event],
  };
  try {
    await forms.insertOne(first);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (!isMade(await forms.findOne({ _id }), change)) throw changedError();
  }
}

/** Whether a form is what this change makes of it, so that the change has been made before. */
function isMade(known: FormDocument | null, { revision, form: terms, act }: Change): boolean {
  if (known?.revision !== revision + 1 || known.isArchived !== (act === 'archive')) return false;
  if (act === 'archive') return true;
  if (act === 'save') return isDeepStrictEqual(known.draft, terms);
  const isAgain = known.againFrom === known.version;
  return !known.draft && isAgain === (act === 'again') && isDeepStrictEqual(known.published, terms);
}

const changedError = () =>
  new ApiError('form_changed', 'Somebody else has changed this form. Please reload the page.');

/** What an answer was given for stays: whom it is about, what it is, and who reads it. */
function checkSame(
  { published, versions, againFrom }: FormDocument,
  terms: FormTerms,
  act: Change['act'],
) {
  if (!published || act === 'archive') return;
  const refuse = (field: string, text: string) => {
    throw new ApiError('invalid_input', undefined, { fields: { [`body.form.${field}`]: text } });
  };
  if (act !== 'save' && versions.length >= MAX_FORM_VERSIONS)
    throw new ApiError(
      'too_many_forms',
      'This form has had too many versions. Archive it, and make a new one.',
    );
  if (terms.kind !== published.kind)
    refuse('kind', 'You can’t change what a published form is. Make a new one.');
  if (terms.about !== published.about)
    refuse('about', 'You can’t change whom a published form is about. Make a new one.');
  if (terms.isHealth !== published.isHealth)
    refuse('isHealth', 'What was sent was not meant so. Make a new form.');
  if (act === 'publish' && terms.isPictures && !published.isPictures)
    refuse('isPictures', 'Nobody was asked about pictures. Let everybody answer again.');
  for (const [place, question] of terms.questions.entries()) {
    // Also one that was taken out in between: who answered it then has still answered it.
    const asked = versions.flatMap(({ version, terms: { questions } }) => {
      const one = questions.find(({ key }) => key === question.key);
      return one ? [{ version, ...one }] : [];
    });
    const before = asked.at(-1);
    if (!before) continue;
    if (isCare(before) !== isCare(question))
      refuse(`questions.${place}.seenBy`, 'Remove this question, and add a new one.');
    if (before.kind !== question.kind)
      refuse(`questions.${place}.kind`, 'Remove this question, and add a new one.');
    const isFor = before.version >= againFrom && before.seenBy;
    if (act === 'publish' && isFor && isFor !== question.seenBy)
      refuse(
        `questions.${place}.seenBy`,
        'Others would read what was answered for the office. Let everybody answer again.',
      );
  }
}
