import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, anyYear, auditNote, id, moment, personName, requiredText } from './fields.ts';
import {
  ANSWER_STATES,
  FORM_ABOUT,
  FORM_KINDS,
  hasOptions,
  isCare,
  listChoices,
  MAX_ANSWER_LENGTH,
  MAX_FILE_BYTES,
  MAX_FORM_TEXT,
  MAX_OPTIONS,
  MAX_QUESTION_LENGTH,
  MAX_QUESTIONS,
  MAX_REASON,
  QUESTION_KINDS,
  SEEN_BY,
} from './form-answers.ts';
import { formFile, openedFile, typedFile } from './form-files.ts';
import { MAX_SHORT_LENGTH } from './limits.ts';
import { paper } from './paper-form.ts';

/** Questions, waivers, consents and documents of the school, and what families answer. */

const MAX_CLASSES = 200;
/** 200 questions with their choices, or their answers. */
const FORM_BYTES = 200 * 1024;
/** The same, with a document. */
const ANSWER_BYTES = FORM_BYTES + Math.ceil(MAX_FILE_BYTES / 3) * 4;

const key = z
  .string()
  .regex(/^[a-z0-9]{1,12}$/)
  .meta({ id: 'QuestionKey' });

const formQuestion = z.object({
  key,
  kind: z.enum(QUESTION_KINDS),
  label: requiredText('Write the question.', MAX_QUESTION_LENGTH),
  options: z.array(requiredText('Each choice needs a name.', MAX_SHORT_LENGTH)).max(MAX_OPTIONS),
  isRequired: z.boolean(),
  seenBy: z.enum(SEEN_BY),
  /** Asked only if the answer to an earlier question is this choice, or `yes` or `no`. */
  showIf: z.object({ key, is: z.string().max(MAX_SHORT_LENGTH) }).optional(),
});
export type FormQuestion = z.output<typeof formQuestion>;
formQuestion.register(z.globalRegistry, { id: 'FormQuestion' });

const answers = z.record(
  z.string(),
  z.union([
    z.string().trim().max(MAX_ANSWER_LENGTH),
    z.number(),
    z.boolean(),
    z.array(z.string().max(MAX_SHORT_LENGTH)).max(MAX_OPTIONS),
  ]),
);
export type FormAnswers = z.output<typeof answers>;
answers.register(z.globalRegistry, { id: 'FormAnswers' });

const formTerms = z.object({
  name: requiredText('The form needs a name.', MAX_SHORT_LENGTH),
  kind: z.enum(FORM_KINDS),
  about: z.enum(FORM_ABOUT),
  /** What is signed or agreed to; an introduction for questions. */
  text: z.string().trim().max(MAX_FORM_TEXT),
  questions: z.array(formQuestion).max(MAX_QUESTIONS),
  /** A consent to pictures: who runs the day sees who has not given it. */
  isPictures: z.boolean(),
  /** A document about health: who hands it in agrees first, and it goes if they take that back. */
  isHealth: z.literal(true).optional(),
  due: anyDay.nullable(),
  /** All classes, or those of a season, or these. */
  season: anyYear.nullable(),
  classIds: z.array(id).max(MAX_CLASSES),
});
export type FormTerms = z.output<typeof formTerms>;
formTerms.register(z.globalRegistry, { id: 'FormTerms' });

const typedTerms = formTerms.superRefine((terms, context) => {
  const { kind, about, text, questions, isPictures, isHealth } = terms;
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if ((kind === 'waiver' || kind === 'consent') && !text)
    refuse(['text'], 'Write what is signed or agreed to.');
  if ((kind === 'questions' || kind === 'consent') && questions.length === 0)
    refuse(['questions'], 'Add a question.');
  if (isPictures && kind !== 'consent') refuse(['isPictures'], 'Only a consent is about pictures.');
  if (isHealth && (kind !== 'document' || about !== 'child'))
    refuse(['isHealth'], 'Only a document of a child is about health.');
  const known = new Map<string, FormQuestion>();
  for (const [place, question] of questions.entries()) {
    const { options, showIf } = question;
    if (known.has(question.key)) refuse(['questions', place, 'key'], 'Must be unique.');
    if (hasOptions(question.kind) && options.length < 2)
      refuse(['questions', place, 'options'], 'Write at least two choices.');
    if (new Set(options).size < options.length)
      refuse(['questions', place, 'options'], 'Two of the choices are the same.');
    if (kind === 'consent' && question.kind !== 'yesNo')
      refuse(['questions', place, 'kind'], 'A consent asks for yes or no only.');
    if (isCare(question) && (about !== 'child' || kind === 'consent'))
      refuse(['questions', place, 'seenBy'], 'Only a child’s form asks about health.');
    const on = showIf && known.get(showIf.key);
    // That it was asked at all would say what was answered.
    if (on && isCare(on) && !isCare(question))
      refuse(
        ['questions', place, 'seenBy'],
        'It hangs on an answer about health, so it is about health, too.',
      );
    if (showIf && !(on && listChoices(on).includes(showIf.is)))
      refuse(['questions', place, 'showIf'], 'Choose an answer of an earlier question.');
    known.set(question.key, question);
  }
});

const signature = z.object({
  version: z.int(),
  /** As typed. */
  name: z.string(),
  /** Who it is for. */
  for: z.string(),
  at: moment,
  /** The account. */
  by: id,
  /** Set if the office entered it: where the paper is. */
  note: z.string().optional(),
  isWithdrawn: z.literal(true).optional(),
});
signature.register(z.globalRegistry, { id: 'FormSignature' });

/** Somebody who is asked. */
const askedPerson = z.object({
  formId: id,
  /** The child, the family's account, or the instructor. */
  personId: id,
  name: z.string(),
  state: z.enum(ANSWER_STATES),
  /** How often it was saved. */
  seen: z.int(),
  /** Those about health only for guardians. */
  answers,
  files: z.array(formFile),
  answeredAt: moment.nullable(),
  /** Whether the caller may answer. */
  mayAnswer: z.boolean(),
  /** Whether a consent allows anything now. */
  isGiven: z.boolean(),
  /** Of what is kept about health, for guardians: the paper from which the office entered it. */
  signed: z.object({ by: z.string(), at: moment, paper: z.string() }).optional(),
});
export type AskedPerson = z.output<typeof askedPerson>;
askedPerson.register(z.globalRegistry, { id: 'AskedPerson' });

/** The same, for the office. */
const formPerson = askedPerson.extend({
  familyId: id.nullable(),
  family: z.string(),
  classes: z.array(z.string()),
  note: z.string().nullable(),
  /** The guardians of a child who may sign a paper for it. */
  signers: z.array(z.object({ _id: id, name: z.string() })),
  signatures: z.array(signature),
});
export type FormPerson = z.output<typeof formPerson>;
formPerson.register(z.globalRegistry, { id: 'FormPerson' });

const shownForm = z.object({ _id: id, version: z.int(), terms: formTerms });
export type ShownForm = z.output<typeof shownForm>;
shownForm.register(z.globalRegistry, { id: 'ShownForm' });

const officeForm = z.object({
  _id: id,
  isArchived: z.boolean(),
  /** How often it was changed. */
  revision: z.int(),
  draft: formTerms.nullable(),
  /** What is asked now; null before it is published. */
  published: formTerms.nullable(),
  /** The text of each, the latest last. */
  versions: z.array(z.object({ version: z.int(), at: moment, text: z.string() })),
  asked: z.int(),
  lacking: z.int(),
});
export type OfficeForm = z.output<typeof officeForm>;
officeForm.register(z.globalRegistry, { id: 'OfficeForm' });

const answer = z.object({
  personId: id,
  version: z.int(),
  seen: z.int(),
  answers,
  /** More follows: nothing is complete or signed yet. */
  isPart: z.literal(true).optional(),
  /** The typed name, for a waiver. */
  signedName: personName.optional(),
  /** One more document. */
  file: typedFile.optional(),
  /** The version of the text about health that they agreed to: for answers and documents about health. */
  consent: z.string().optional(),
  /** Of the office: where the paper is, or who said it. */
  note: auditNote.optional(),
  /** Only from the office, in place of `note`, for answers and documents about health. */
  paper: paper.optional(),
});
answer.register(z.globalRegistry, { id: 'TypedAnswer' });

const theForm = z.object({ id });

export const forms = {
  'GET /myForms': defineEndpoint({
    summary: 'What the caller is asked',
    access: { who: 'registered' },
    output: z.object({ forms: z.array(shownForm), people: z.array(askedPerson) }),
  }),

  'PUT /myForms/:id': defineAct({
    summary: 'Answer, sign or agree',
    access: { who: 'registered' },
    limited: true,
    bodyBytes: ANSWER_BYTES,
    params: theForm,
    body: answer,
    errors: ['not_found', 'guardian_may_not', 'form_changed', 'text_changed'],
  }),

  'DELETE /myForms/:id': defineAct({
    summary: 'Withdraw a consent',
    access: { who: 'registered' },
    limited: true,
    params: theForm,
    query: z.object({ personId: id }),
    errors: ['not_found', 'guardian_may_not'],
  }),

  'GET /forms': defineEndpoint({
    summary: 'The school’s forms',
    access: { who: 'admin' },
    output: z.array(officeForm),
  }),

  'PUT /forms': defineAct({
    summary: 'Write or publish a form',
    access: { who: 'admin', bundles: ['director'] },
    bodyBytes: FORM_BYTES,
    body: z.object({
      /** Of a new one: chosen by the caller. */
      id,
      /** As read; 0 for a new one. */
      revision: z.int().min(0),
      form: typedTerms,
      /** `again`: published, and who has answered does so again. */
      act: z.enum(['save', 'publish', 'again', 'archive']),
    }),
    errors: ['form_changed', 'too_many_forms'],
  }),

  'GET /formPeople': defineEndpoint({
    summary: 'Who is asked, and lacks what',
    access: { who: 'admin' },
    query: z.object({
      formId: id.optional(),
      classId: id.optional(),
      familyId: id.optional(),
    }),
    output: z.array(formPerson),
  }),

  'PUT /formPeople/:id': defineAct({
    summary: 'Answer for somebody, from paper',
    access: { who: 'admin' },
    bodyBytes: ANSWER_BYTES,
    params: theForm,
    body: answer,
    errors: ['own_family', 'not_found', 'guardian_may_not', 'form_changed', 'text_changed'],
  }),

  'GET /formFiles/:id': defineEndpoint({
    summary: 'Open a document',
    access: { who: 'registered' },
    limited: true,
    params: theForm,
    output: openedFile,
    errors: ['not_found'],
  }),

  'PATCH /formFiles/:id': defineAct({
    summary: 'Accept or refuse a document',
    access: { who: 'admin' },
    params: theForm,
    body: z.object({
      state: z.enum(['accepted', 'refused']),
      /** Of a refused one: what the family reads. */
      reason: z.string().trim().max(MAX_REASON).optional(),
      validUntil: anyDay.optional(),
    }),
    errors: ['own_family', 'not_found'],
  }),

  'DELETE /formFiles/:id': defineAct({
    summary: 'Take back a document',
    access: { who: 'registered' },
    limited: true,
    params: theForm,
    errors: ['not_found', 'guardian_may_not'],
  }),
};
