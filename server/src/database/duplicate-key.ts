import { MongoServerError } from 'mongodb';

/** Whether a write was refused because another document already has a unique value. */
export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === 11_000;
}
