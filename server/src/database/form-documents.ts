import type { FileType, FormAbout, FormKind } from '@speakifyr/contract/form-answers.ts';
import type { FormFile } from '@speakifyr/contract/form-files.ts';
import type { FormAnswers, FormTerms } from '@speakifyr/contract/forms.ts';
import type { ObjectId } from 'mongodb';
import type { SchoolEvent } from './event-document.ts';

/** The documents of forms, and of what people answered. decisions/0130 */

export type FormDocument = {
  _id: ObjectId;
  isArchived: boolean;
  /** Each change raises it. */
  revision: number;
  /** What a director is writing. Missing if nothing has changed since it was published. */
  draft?: FormTerms;
  /** What is asked now: the latest of `versions`. Missing before it is published. */
  published?: FormTerms;
  /** The number of the latest version; 0 before it is published. */
  version: number;
  /** Whoever answered an earlier version than this one answers again. */
  againFrom: number;
  /** Every published version, the latest last. None is ever changed: a signature names its version. */
  versions: { version: number; at: Date; by: ObjectId; terms: FormTerms }[];
  events?: SchoolEvent[];
};

/** Somebody signed a waiver, agreed to a consent, or withdrew one. Never changed, only added. */
export type StoredSignature = {
  version: number;
  /** As typed; the account's name for a consent. */
  name: string;
  /** Who it is for, as they were called then. */
  for: string;
  at: Date;
  /** The account that signed, or the admin who entered it. */
  by: ObjectId;
  /** Set if the office entered it: where the paper is. */
  note?: string;
  isWithdrawn?: true;
};

/** A document that was handed in, without its bytes. */
export type StoredFile = Pick<FormFile, 'name' | 'size' | 'state' | 'reason' | 'validUntil'> & {
  /** Of formParts. */
  _id: ObjectId;
  at: Date;
};

/** What was answered to one form for one child, family or instructor. */
export type FormAnswerDocument = {
  /** `nameAnswer`: there is only one. */
  _id: string;
  formId: ObjectId;
  kind: FormKind;
  about: FormAbout;
  /** The child, or the account. */
  personId: ObjectId;
  version: number;
  /** Only what is asked by `listAsked`, and nothing about health. */
  answers: FormAnswers;
  /** Where the answers about health are: in formParts. Missing if there are none. */
  care?: ObjectId;
  /** The latest last. Missing if there are none. */
  files?: StoredFile[];
  /** Nothing that is required is missing, and it is signed if it has to be. */
  isComplete: boolean;
  at: Date;
  /** Whose answer it is. A consent counts only while they decide about the child. */
  by: ObjectId;
  /** Set if the office entered the answer: where the paper is, or who said it. */
  note?: string;
  /**
   * Of a consent, a document, and answers about health: a guardian confirms it, because who gave it has lost the right
   * since, or the office could only enter the rest. It does not come back with the right.
   */
  isOver?: true;
  /** The answers of other records that were joined into this one: a repeat skips them. */
  joined?: string[];
  signatures: StoredSignature[];
  /** Each change raises it, so that two guardians don't overwrite each other. */
  revision: number;
  /** Set once the child or the account is deleted: then only signatures are left, for `keepDays.safety`. */
  goneAt?: Date;
  events?: SchoolEvent[];
};

/**
 * What is kept apart from an answer, because no list may read it by accident: answers about health, or the bytes of a
 * document. Written before the answer names it; nobody reads one that no answer names. decisions/0133
 */
export type FormPartDocument = {
  _id: ObjectId;
  /** Of formAnswers. */
  answerId: string;
  /** As there. */
  personId: ObjectId;
  at: Date;
  /** When a job looks next whether it must be erased. */
  checkAfter: Date;
  /** Set if it is about health: what was agreed to. It goes with the child's health. */
  consent?: { at: Date; by: ObjectId; textVersion: string; paper?: string };
  care?: FormAnswers;
  /** The bytes as base64, as they are sent. */
  file?: { type: FileType; base64: string };
};

/** The id of somebody's answer to a form. */
export function nameAnswer(formId: ObjectId, personId: ObjectId): string {
  return `${formId.toHexString()}-${personId.toHexString()}`;
}
