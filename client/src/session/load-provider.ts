import { NoAnswerError } from '../lib/api-error.ts';
import type * as firebase from './firebase.ts';

export type Provider = typeof firebase;
export type Account = firebase.Account;

/**
 * Loads the provider's SDK. Visitors who never signed in do not need it.
 * @throws {NoAnswerError} if it could not be loaded
 */
export async function loadProvider(): Promise<Provider> {
  try {
    return await import('./firebase.ts');
  } catch (cause) {
    throw new NoAnswerError('The log-in service could not be loaded', { cause });
  }
}
