import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AuthError } from './auth-error.ts';

/** A password as it is stored. Both are in base64url. */
export interface PasswordHash {
  salt: string;
  hash: string;
}

/** Firebase's own rule for a new project. */
export const MIN_PASSWORD_LENGTH = 6;
/** Firebase's upper limit. It also protects scrypt from huge texts. */
const MAX_PASSWORD_LENGTH = 4096;

const HASH_BYTES = 32;
const deriveKey = promisify<string, string, number, Buffer>(scrypt);

/** @throws {AuthError} when the password is missing, too short or too long */
export function checkNewPassword(password: string | undefined): asserts password is string {
  if (!password) throw new AuthError('MISSING_PASSWORD');
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new AuthError(
      `WEAK_PASSWORD : Password should be at least ${MIN_PASSWORD_LENGTH} characters`,
    );
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw new AuthError(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may contain at most 4096 characters',
    );
  }
}

/** Hashes a password with a new salt. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16).toString('base64url');
  return { salt, hash: (await deriveKey(password, salt, HASH_BYTES)).toString('base64url') };
}

/** Whether this is the password that was hashed. */
export async function isPassword(password: string, stored: PasswordHash): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  const hash = await deriveKey(password, stored.salt, HASH_BYTES);
  return timingSafeEqual(hash, Buffer.from(stored.hash, 'base64url'));
}
