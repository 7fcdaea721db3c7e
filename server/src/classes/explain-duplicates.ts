import { findDuplicateField, isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';

/**
 * Runs a write to a class. A duplicate key means that a rule was broken; the index says which one.
 * @throws {ApiError} `tag_taken`
 */
export function explainDuplicates<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (isDuplicateKey(error) && findDuplicateField(error) === 'course_tag')
      throw new ApiError('tag_taken');
    throw error;
  });
}
