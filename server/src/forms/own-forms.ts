import { listAllowed } from '@speakifyr/contract/form-answers.ts';
import type { AskedPerson, FormAnswers, ShownForm } from '@speakifyr/contract/forms.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { FormAnswerDocument } from '../database/form-documents.ts';
import { findChildren } from '../families/booking.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import {
  isNamed,
  listPartConsents,
  type PartConsent,
  readCareAnswers,
} from '../families/form-parts.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { type Asked, isStanding, judgeAnswer, listAskedIn, NO_DAYS } from './asked.ts';
import { presentFile } from './documents.ts';
import {
  type Answered,
  findForms,
  isOfChild,
  listOpenForms,
  type PublishedForm,
  readAnswers,
} from './form-store.ts';

/**
 * What somebody is asked: for the children whom they may see, for their family, and as an instructor. With what was
 * answered, so that nobody types it again. R660
 */
export async function getOwnForms(
  user: UserDocument,
  services: Services,
): Promise<{ forms: ShownForm[]; people: AskedPerson[] }> {
  const { collections } = services.database;
  const rights = await readFamilyRights(user, services);
  const childIds = rights.listIds('see');
  const [open, given] = await Promise.all([
    listOpenForms(services),
    collections.formAnswers
      .find({ personId: { $in: [...childIds, user._id] }, ...MAY_BE_TAKEN_BACK })
      .toArray(),
  ]);
  const asked = (await listOwnAsked(open, user, childIds, services)).filter((one) =>
    isOfChild(one) ? childIds.some((id) => id.equals(one.personId)) : one.personId.equals(user._id),
  );
  const all = [...asked, ...(await addGiven(asked, given, services))];
  const [readAnswer, children] = await Promise.all([
    readAnswers(all, services),
    findChildren(childIds, services),
  ]);
  const answers = all.flatMap((one) => readAnswer(one).answer ?? []);
  const [careOf, signedOf] = await Promise.all([
    readCareAnswers(answers, services),
    readSigned(answers, services),
  ]);
  const names = new Map(children.map(({ _id, name }) => [_id.toHexString(), name]));
  const forms = new Map(all.map(({ form }) => [form._id.toHexString(), form]));
  return {
    forms: [...forms.values()].map(showForm),
    people: all.map((one) => ({
      ...presentAnswer(one, readAnswer(one), careOf.get(one._id)),
      ...signedOf.get(one._id),
      name: isOfChild(one) ? (names.get(one.personId.toHexString()) ?? '') : user.name,
      mayAnswer: !isOfChild(one) || rights.mayChange(one.personId),
      // What no class asks anymore is only there to be taken back.
      ...(!asked.includes(one) && { state: 'done' as const }),
    })),
  };
}

/** What the office entered about health from a paper: who signed it, and when. By the id of the answer. */
async function readSigned(
  answers: FormAnswerDocument[],
  services: Services,
): Promise<Map<string, Pick<AskedPerson, 'signed'>>> {
  const withParts = answers.filter(({ care, files = [] }) => care || files.length > 0);
  if (withParts.length === 0) return new Map();
  const childIds = withParts.map(({ personId }) => personId);
  const consents = await listPartConsents(childIds, services);
  const people = await findPeopleById(
    consents.map(({ consent }) => consent.by),
    services,
  );
  return new Map(
    withParts.flatMap((answer) => {
      const isFromPaper = (one: PartConsent) => one.consent.paper && isNamed(answer, one.partId);
      const { at, by, paper } = consents.findLast(isFromPaper)?.consent ?? {};
      if (!at || !by || !paper) return [];
      const signer = people.get(by.toHexString())?.name ?? DELETED_NAME;
      return [[answer._id, { signed: { by: signer, at: at.toISOString(), paper } }]];
    }),
  );
}

/** Whether a consent allows anything now. */
function isGiven(
  { published }: PublishedForm,
  answer: FormAnswerDocument,
  deciders?: ObjectId[],
): boolean {
  return (
    answer.kind === 'consent' &&
    answer.isComplete &&
    isStanding(answer, deciders) &&
    listAllowed(published, answer.answers).length > 0
  );
}

async function listOwnAsked(
  open: PublishedForm[],
  user: UserDocument,
  childIds: ObjectId[],
  services: Services,
): Promise<Asked[]> {
  if (open.length === 0) return [];
  const isAbout = (about: string) => open.some(({ published }) => published.about === about);
  const teaches = user.role === 'instructor' && isAbout('instructor');
  const classes = await listClassesOfAny(services.database.collections, [
    ...childIds.map((childId) => ({ 'seats.childId': childId })),
    { 'seats.userId': user._id },
    ...(teaches ? [{ instructorId: user._id }, { 'team.userId': user._id }] : []),
  ]);
  return listAskedIn(open, classes, readToday(services));
}

/** Consents, documents, and answers about health. */
const MAY_BE_TAKEN_BACK = {
  $or: [
    { kind: 'consent' as const },
    { 'files.0': { $exists: true } },
    { care: { $exists: true } },
  ],
};

/** What can be withdrawn is there for as long as it is kept, also after the camp. */
async function addGiven(
  asked: Asked[],
  given: FormAnswerDocument[],
  services: Services,
): Promise<Asked[]> {
  const others = given.filter(
    ({ _id, goneAt }) => !goneAt && asked.every((one) => one._id !== _id),
  );
  const forms = new Map(
    (
      await findForms(
        others.map(({ formId }) => formId),
        services,
      )
    ).map((form) => [form._id.toHexString(), form]),
  );
  return others.flatMap((answer) => {
    const form = forms.get(answer.formId.toHexString());
    const { _id, personId } = answer;
    const isKept = answer.care || answer.files?.length || (form && isGiven(form, answer));
    return form && isKept ? [{ form, _id, personId, familyId: null, classes: [], ...NO_DAYS }] : [];
  });
}

/**
 * What somebody still has to do, and what they answered.
 * @param care what they answered about health; only for the family
 */
export function presentAnswer(
  { form, personId, firstDay, lastDay }: Pick<Asked, 'form' | 'personId' | 'firstDay' | 'lastDay'>,
  answered: Answered,
  care: FormAnswers = {},
) {
  const { answer, deciders } = answered;
  return {
    formId: form._id.toHexString(),
    personId: personId.toHexString(),
    state: judgeAnswer({ form, firstDay, lastDay }, answered),
    isGiven: answer !== undefined && isGiven(form, answer, deciders),
    seen: answer?.revision ?? 0,
    answers: { ...answer?.answers, ...care },
    files: (answer?.files ?? []).map(presentFile),
    answeredAt: answer?.isComplete ? answer.at.toISOString() : null,
  };
}

function showForm({ _id, version, published: terms }: PublishedForm): ShownForm {
  return { _id: _id.toHexString(), version, terms };
}
