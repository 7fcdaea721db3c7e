import type { Doc } from './values.ts';

/** The names of the error codes, as in mongod's error_codes.yml. */
const CODE_NAMES = {
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  15: 'Overflow',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  52: 'DollarPrefixedFieldName',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  238: 'NotImplemented',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
} as const;

/** The error that a failed command returns. */
export class DatabaseError extends Error {
  readonly code: keyof typeof CODE_NAMES;
  /** More fields of the answer: `keyPattern` and `keyValue` of a duplicate key. */
  readonly details: Doc;

  constructor(code: keyof typeof CODE_NAMES, message: string, details: Doc = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get codeName(): string {
    return CODE_NAMES[this.code];
  }
}

/** Refuses a feature of MongoDB that we don't support. @param what as the caller wrote it, such as `$lookup` */
export function refuse(what: string): DatabaseError {
  return new DatabaseError(238, `${what} is not supported by the sandbox database`);
}
