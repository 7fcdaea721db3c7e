import { MongoServerError } from 'mongodb';

/** Whether a write was refused because another document already has a unique value. */
export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === 11_000;
}

/** `index: course_tag_1` (MongoDB, Amazon's DocumentDB) or `Index 'course_tag_1'` (DocumentDB, FerretDB 2). */
const INDEX_IN_MESSAGE = /\bindex:? '?([\w.]+?)_1(?![a-z\d])/i;

/**
 * Finds out which unique index refused a write. Only MongoDB says it in a field of the error. Other databases write
 * the index's name in the message; our indexes have the names that the driver makes, such as `course_tag_1`.
 * @returns the first field of the index, or undefined if the error doesn't say
 */
export function findDuplicateField(error: MongoServerError): string | undefined {
  const [field] = Object.keys((error['keyPattern'] as object | undefined) ?? {});
  return field ?? INDEX_IN_MESSAGE.exec(error.message)?.[1];
}
