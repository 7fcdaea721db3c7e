import { findAnswerProblems, keepAsked } from '@speakifyr/contract/form-answers.ts';
import type { FormAnswers, FormTerms } from '@speakifyr/contract/forms.ts';
import { readPhoneNumber } from '@speakifyr/contract/phone-numbers.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import {
  type FormAnswerDocument,
  nameAnswer,
  type StoredSignature,
} from '../database/form-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { childNotFoundError, findAnyChild } from '../families/booking.ts';
import { findChangeableChild } from '../families/change-family.ts';
import { checkAnsweredChild } from '../families/given-answers.ts';
import { listDeciders } from '../families/guardians.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import { findForms, type PublishedForm } from './form-store.ts';

/** What somebody sends. Ids as the wire has them. */
type TypedAnswer = {
  personId: string;
  version: number;
  seen: number;
  answers: FormAnswers;
  isPart?: true | undefined;
  signedName?: string | undefined;
  note?: string | undefined;
};

/** Whom an answer is for and whose it is. `note`: the office enters it, and this is where the paper is. */
type Giver = { name: string; by: ObjectId; signer: UserDocument; note?: string };

/**
 * Answers a form for a child, for the caller's family, or as an instructor.
 * @throws {ApiError} `not_found`, `guardian_may_not`, `form_changed` if there is a newer version, or somebody else has
 *   answered since; `invalid_input` with the questions
 */
export async function answerForm(
  id: string,
  typed: TypedAnswer,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const form = await findAskedForm(id, services);
  const name = await findOwnPerson(form, new ObjectId(typed.personId), user, services);
  await writeAnswer(form, typed, { name, by: user._id, signer: user }, services);
}

/**
 * Enters what a family wrote on paper or said on the phone.
 * @throws {ApiError} as `answerForm`
 */
export async function enterAnswer(
  id: string,
  { note, isPart: _isPart, ...typed }: TypedAnswer,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  if (!note)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.note': 'Say where the paper is, or who said it.' },
    });
  const form = await findAskedForm(id, services);
  const personId = new ObjectId(typed.personId);
  if (form.published.about === 'child') {
    const child = await findAnyChild(personId, services);
    const [by] = (await listDeciders([personId], services)).get(typed.personId) ?? [];
    if (!child || !by) throw childNotFoundError();
    return writeAnswer(form, typed, { name: child.name, by, signer: admin, note }, services);
  }
  const account = await findUserWithId(personId, services);
  if (account?.status !== 'active') throw personNotFoundError();
  const { _id: by, name } = account;
  await writeAnswer(form, typed, { name, by, signer: admin, note }, services);
}

/**
 * Withdraws a consent: nothing that it asks for is allowed from now on. Every guardian who may give it may do so.
 * May be repeated. R665
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function withdrawConsent(
  id: string,
  personId: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { formAnswers } = services.database.collections;
  const person = new ObjectId(personId);
  const [form] = await findForms([new ObjectId(id)], services);
  if (!form || form.published.kind !== 'consent') throw formNotFoundError();
  const name = await findOwnPerson(form, person, user, services);
  const _id = nameAnswer(form._id, person);
  const known = await formAnswers.findOne({ _id });
  if (!known) return;
  const at = services.now();
  const { version } = known;
  const no = Object.fromEntries(form.published.questions.map(({ key }) => [key, false]));
  const signature = { version, name: user.name, for: name, at, by: user._id };
  await formAnswers.updateOne(
    { _id },
    {
      $set: { answers: no, isComplete: true, at, by: user._id },
      $unset: { isOver: true, note: true },
      $inc: { revision: 1 },
      $push: {
        signatures: { ...signature, isWithdrawn: true },
        events: auditEvent({
          type: 'withdraw consent',
          at,
          by: user._id,
          target: user.email,
          before: null,
          after: { form: form.published.name, version, person: personId },
        }),
      },
    },
  );
}

async function findAskedForm(id: string, services: Services): Promise<PublishedForm> {
  const [form] = await findForms([new ObjectId(id)], services);
  if (!form || form.isArchived) throw formNotFoundError();
  return form;
}

const formNotFoundError = () =>
  new ApiError('not_found', 'The school no longer asks this. There is nothing left to do.');
const personNotFoundError = () => new ApiError('not_found', 'We could not find this person.');

/** @returns the name of whom it is about, if the caller may answer for them */
async function findOwnPerson(
  { published: { about } }: PublishedForm,
  personId: ObjectId,
  user: UserDocument,
  services: Services,
): Promise<string> {
  if (about === 'child') return (await findChangeableChild(personId, user, services)).child.name;
  if (!personId.equals(user._id) || (about === 'instructor' && user.role !== 'instructor'))
    throw personNotFoundError();
  return user.name;
}

async function writeAnswer(
  { _id: formId, version, published }: PublishedForm,
  typed: TypedAnswer,
  { name, by, signer, note }: Giver,
  services: Services,
): Promise<void> {
  if (typed.version !== version) throw new ApiError('form_changed');
  const answers = tidy(published, typed);
  checkSigned(published, typed);
  const { kind, about } = published;
  const { formAnswers } = services.database.collections;
  const personId = new ObjectId(typed.personId);
  const _id = nameAnswer(formId, personId);
  const at = services.now();
  const isComplete = !typed.isPart;
  const isSigned = isComplete && kind !== 'questions';
  const signatures: StoredSignature[] = isSigned
    ? [
        {
          version,
          name: typed.signedName ?? signer.name,
          for: name,
          at,
          by: signer._id,
          ...(note && { note }),
        },
      ]
    : [];
  const event = auditEvent({
    type: note ? 'enter form' : 'sign form',
    at,
    by: signer._id,
    target: signer.email,
    before: null,
    after: { form: published.name, version, person: typed.personId, ...(note && { note }) },
    answerId: _id,
  });
  const events = isSigned || note ? [event] : [];
  const said = { version, answers, isComplete, at, by };
  if (!(await write()))
    throw new ApiError(
      'form_changed',
      'Somebody else has just answered this. What you typed is still here: look at their answer, and save again.',
    );
  if (about === 'child') await checkAnsweredChild(_id, personId, services);

  async function write(): Promise<boolean> {
    if (typed.seen > 0) {
      const { matchedCount } = await formAnswers.updateOne(
        { _id, revision: typed.seen, goneAt: { $exists: false } },
        {
          $set: { ...said, ...(note && { note }) },
          $unset: { isOver: true, ...(!note && { note: true }) },
          $inc: { revision: 1 },
          $push: { signatures: { $each: signatures }, events: { $each: events } },
        },
      );
      return matchedCount === 1;
    }
    const first: Omit<FormAnswerDocument, '_id'> = {
      formId,
      kind,
      about,
      personId,
      ...said,
      signatures,
      events,
      revision: 1,
      ...(note && { note }),
    };
    const { upsertedCount } = await formAnswers.updateOne(
      { _id },
      { $setOnInsert: first },
      { upsert: true },
    );
    return upsertedCount === 1;
  }
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

/** A waiver is signed with a name. R663 */
function checkSigned({ kind }: FormTerms, { isPart, signedName }: TypedAnswer): void {
  if (kind === 'waiver' && !isPart && !signedName)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.signedName': 'Type your name to sign.' },
    });
}
