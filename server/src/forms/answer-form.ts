import { MAX_FILES } from '@speakifyr/contract/form-answers.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import {
  type FormAnswerDocument,
  nameAnswer,
  type StoredFile,
  type StoredSignature,
} from '../database/form-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { childNotFoundError, findAnyChild } from '../families/booking.ts';
import { findChangeableChild } from '../families/change-family.ts';
import { agreeToParts, countFiles, dropUnnamed, putPart } from '../families/form-parts.ts';
import { checkAnswered } from '../families/given-answers.ts';
import { listDeciders } from '../families/guardians.ts';
import { checkPaper, describePaper, findSignedTime, findSigner } from '../families/signed-paper.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import {
  type AnswerGiver,
  checkHealthConsent,
  dropReplaced,
  makeParts,
  readTyped,
  type TypedAnswer,
  wrongFieldError,
} from './answer-parts.ts';
import { findAnswers, findForms, type PublishedForm } from './form-store.ts';
import { isAskedNow } from './lacking.ts';
import { nameDocument } from './read-document.ts';

/** Whom an answer is for, whose it is, and who sends it. */
type Giver = AnswerGiver & { name: string; signer: UserDocument };

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
  if (form.published.about === 'instructor' && user.role !== 'instructor')
    throw personNotFoundError();
  const name = await findOwnPerson(form, new ObjectId(typed.personId), user, services);
  await writeAnswer(form, typed, { name, by: user._id, signer: user }, services);
}

/**
 * Enters what a family wrote on paper or said on the phone. Answers about health need a paper that a guardian signed. R663, R695
 * @throws {ApiError} as `answerForm`; `guardian_may_not` if who signed may not decide this
 */
export async function enterAnswer(
  id: string,
  { isPart: _isPart, ...typed }: TypedAnswer,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { paper, note = paper?.reference } = typed;
  if (!note) throw wrongFieldError('note', 'Say where the paper is, or who said it.');
  const form = await findAskedForm(id, services);
  const personId = new ObjectId(typed.personId);
  if (form.published.about === 'child') {
    const child = await findAnyChild(personId, services);
    const [by] = (await listDeciders([personId], services)).get(typed.personId) ?? [];
    if (!child || !by) throw childNotFoundError();
    const giver: Giver = { name: child.name, by, signer: admin, note };
    if (!paper) return writeAnswer(form, typed, giver, services);
    await checkPaper(paper, typed.consent, services);
    const { _id: signedBy } = await findSigner(child, paper, typed.consent, services);
    const signed = { at: findSignedTime(paper, services), paper: paper.reference };
    return writeAnswer(form, typed, { ...giver, by: signedBy, signed }, services);
  }
  const account = await findUserWithId(personId, services);
  if (account?.status !== 'active') throw personNotFoundError();
  const { _id: by, name } = account;
  await writeAnswer(form, typed, { name, by, signer: admin, note }, services);
}

/**
 * Withdraws a consent: nothing that it asks for is allowed from now on. Every guardian who may give it may do so, and who
 * was an instructor. May be repeated. R665
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

/** @returns the name of whom it is about, if it is the caller, or a child for whom they decide */
async function findOwnPerson(
  { published: { about } }: PublishedForm,
  personId: ObjectId,
  user: UserDocument,
  services: Services,
): Promise<string> {
  if (about === 'child') return (await findChangeableChild(personId, user, services)).child.name;
  if (!personId.equals(user._id)) throw personNotFoundError();
  return user.name;
}

/**
 * Writes an answer in one update, with the number of the last one that its writer saw. What is kept apart is written
 * before, and erased again if the answer does not name it.
 */
async function writeAnswer(
  form: PublishedForm,
  typed: TypedAnswer,
  giver: Giver,
  services: Services,
): Promise<void> {
  const { _id: formId, version, published } = form;
  if (typed.version !== version) throw new ApiError('form_changed');
  const { kind, about } = published;
  const personId = new ObjectId(typed.personId);
  const _id = nameAnswer(formId, personId);
  const known = (await findAnswers([_id], services)).get(_id);
  const { file } = typed;
  // A retry whose first try arrived.
  if (file && known?.files?.some((one) => one._id.equals(file.id))) return;
  if ((known?.revision ?? 0) !== typed.seen || known?.goneAt) throw answeredError();
  if (typed.paper && !file && known) checkIsNewer(typed.paper, form, known);
  const {
    plain,
    care: typedCare,
    isKept,
  } = await readTyped(published, typed, { giver, known }, services);
  checkSigned(published, typed);
  if (file) await checkAsked(form, personId, services);
  const files = known?.files ?? [];
  const isEntered = giver.note !== undefined;
  // A guardian who confirms documents about health agrees to keep them; also one who has signed it with one more.
  const agreesAgain =
    !!published.isHealth && files.length > 0 && (!isEntered || (!!giver.signed && !!file));
  if (agreesAgain) await checkHealthConsent(typed, giver, services);
  const parts = await makeParts(form, { ...typed, care: isKept ? {} : typedCare }, giver, services);
  const { by, signer, name, note, signed } = giver;
  const at = services.now();
  const isSigned = !typed.isPart && (kind === 'waiver' || kind === 'consent');
  const signature: StoredSignature = {
    version,
    name: typed.signedName ?? signer.name,
    for: name,
    at,
    by: signer._id,
    ...(note && { note }),
  };
  const event = auditEvent({
    type: note ? 'enter form' : 'sign form',
    at,
    by: signer._id,
    target: signer.email,
    before: null,
    after: {
      form: published.name,
      version,
      person: typed.personId,
      ...(note && { note }),
      ...(signed && typed.paper && describePaper(typed.paper)),
    },
    answerId: _id,
  });
  const care = isKept ? known?.care : parts.find((part) => part.care)?._id;
  // What stays as it is stays the word of who gave it: the office confirms nothing for a guardian.
  const isOfBefore =
    isEntered && known && (isKept || (kind === 'document' && files.length > 0 && !agreesAgain));
  const isToConfirm =
    isOfBefore && (known.isOver === true || (isKept && known.version < form.againFrom));
  const answer: Omit<FormAnswerDocument, '_id'> = {
    formId,
    kind,
    about,
    personId,
    version,
    answers: plain,
    ...(care && { care }),
    isComplete: !typed.isPart,
    // It is as old as what was signed, or as what the office can't confirm.
    at: isKept && known ? known.at : (signed?.at ?? at),
    by: isOfBefore ? known.by : by,
    ...(isToConfirm && { isOver: true as const }),
    ...(note && { note }),
    files: parts.flatMap(({ _id: fileId, file: read }): StoredFile[] => {
      if (!read || !file) return [];
      const size = Buffer.byteLength(read.base64, 'base64');
      // The family's own name may say something about health, and lists have it.
      const typedName = published.isHealth ? `${published.name} ${findNumber(files)}` : file.name;
      const fileName = nameDocument(typedName, read.type);
      return [{ _id: fileId, name: fileName, size, at, state: note ? 'accepted' : 'sent' }];
    }),
    signatures: isSigned ? [signature] : [],
    events: isSigned || note ? [event] : [],
    revision: 1,
  };
  for (const part of parts)
    if (!(await putPart(part, services)))
      throw wrongFieldError('file', 'Please choose the file again.');
  const isOneTooMany = file && (await countFiles(personId, services)) > MAX_FILES;
  if (isOneTooMany || !(await storeAnswer(_id, answer, typed.seen, services))) {
    await dropUnnamed(
      _id,
      parts.map((part) => part._id),
      services,
    );
    throw isOneTooMany ? wrongFieldError('file', TOO_MANY_FILES) : answeredError();
  }
  await dropReplaced(known, { care, hasNewFile: !!file }, services);
  const agreed = { at, by, textVersion: typed.consent ?? '', ...signed };
  if (agreesAgain) await agreeToParts(_id, agreed, services);
  await checkAnswered({ _id, about, personId }, services);
}

/** The number of one more file: after the highest, because an older one may have been taken back. */
function findNumber(files: StoredFile[]): number {
  return 1 + Math.max(0, ...files.map(({ name }) => Number(/ (\d+)\.\w+$/.exec(name)?.[1] ?? 0)));
}

/** @returns false if somebody else has answered since it was saved `seen` times */
async function storeAnswer(
  _id: string,
  answer: Omit<FormAnswerDocument, '_id'>,
  seen: number,
  services: Services,
): Promise<boolean> {
  const { formAnswers } = services.database.collections;
  if (seen === 0) {
    const first = { $setOnInsert: answer };
    return (await formAnswers.updateOne({ _id }, first, { upsert: true })).upsertedCount === 1;
  }
  const { signatures, events = [], files = [], revision: _revision, ...said } = answer;
  const { matchedCount } = await formAnswers.updateOne(
    { _id, revision: seen, goneAt: { $exists: false } },
    {
      $set: said,
      $unset: {
        ...(!said.isOver && { isOver: true }),
        ...(!said.note && { note: true }),
        ...(!said.care && { care: true }),
      },
      $inc: { revision: 1 },
      $push: {
        signatures: { $each: signatures },
        events: { $each: events },
        files: { $each: files },
      },
    },
  );
  return matchedCount === 1;
}

/**
 * No paper replaces what the family itself answered after it was signed, if that still counts. R696
 * @throws {ApiError} `invalid_input`
 */
function checkIsNewer(
  { day }: Paper,
  { againFrom }: PublishedForm,
  { version, isComplete, isOver, note, at }: FormAnswerDocument,
): void {
  const isOwn = isComplete && !isOver && !note && version >= againFrom;
  if (isOwn && day < formatIsoDay(at, SCHOOL.timeZone))
    throw wrongFieldError('paper.day', 'Since then, the family has answered. Their answer stays.');
}

/** Nobody stores files that the office never sees. @throws {ApiError} `not_found` */
async function checkAsked(
  form: PublishedForm,
  personId: ObjectId,
  services: Services,
): Promise<void> {
  if (!(await isAskedNow(form, personId, services))) throw formNotFoundError();
}

const TOO_MANY_FILES = `We keep at most ${MAX_FILES} files. Please take back an old one.`;

const answeredError = () =>
  new ApiError(
    'form_changed',
    'Somebody else has just answered this. What you typed is still here: look at their answer, and save again.',
  );

/** A waiver is signed with a name. R663 */
function checkSigned({ kind }: FormTerms, { isPart, signedName }: TypedAnswer): void {
  if (kind === 'waiver' && !isPart && !signedName)
    throw wrongFieldError('signedName', 'Type your name to sign.');
}
