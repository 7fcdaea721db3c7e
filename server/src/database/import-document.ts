import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import type { ImportKind } from '@speakifyr/contract/import-fields.ts';
import type { ObjectId } from 'mongodb';

/** A family or class that an import is to make. Its id is decided before anything is written. */
export type ImportItem = {
  _id: ObjectId;
  /** Its first line in the file. */
  line: number;
  family?: Omit<ParsedInput<Contract['POST /families']>['body'], 'id'>;
  campClass?: ParsedInput<Contract['POST /addCourse']>['body'];
  /** Who gets the class when it is published. */
  instructorId?: ObjectId;
};

/**
 * An import of families or classes. It has names and addresses only in `waiting`, which is empty when it is done, and it is
 * deleted after IMPORT_DAYS. So nothing of it outlives an account. decisions/0120
 */
export type ImportDocument = {
  /** Chosen by the browser: the same request again changes nothing. */
  _id: ObjectId;
  /** A fingerprint of all that the request said. */
  request: string;
  kind: ImportKind;
  by: ObjectId;
  at: Date;
  state: 'running' | 'done' | 'stopped' | 'undoing' | 'undone';
  /** How many families or classes it was to make. */
  total: number;
  /** How many rows are there already. */
  same: number;
  /** The sentences name nobody. */
  problems: { line: number; says: string }[];
  /** What is still to be made, in the order of the file. */
  waiting: ImportItem[];
  /** What it made. `stamp`: a fingerprint of a family as it was made. */
  made: { _id: ObjectId; stamp?: string }[];
  /** What stayed when it was undone. */
  kept: ObjectId[];
  /** Set while there is work: when a server may take it over. */
  checkAfter?: Date;
};
