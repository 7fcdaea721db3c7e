import type { User } from '@speakifyr/contract/identity.ts';
import { ApiError } from '../http/api-error.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { findUser, insertUserOnce } from './users.repo.ts';

/**
 * Registers a person as a student; whoever is registered already stays what they are.
 * @returns the new record's id, or null when there was one
 */
export async function registerStudent(
  person: { name: string; photo: string; email: string },
  { database, now }: Services,
): Promise<string | null> {
  const { name, photo, email } = person;
  const id = await insertUserOnce(database.collections, {
    name,
    photo,
    email,
    role: 'student',
    details: '',
    createdAt: now(),
  });
  return id && id.toHexString();
}

/** @returns the stored user with this e-mail (lower case), or null */
export async function findRegisteredUser(
  email: string,
  { database }: Services,
): Promise<UserDocument | null> {
  return findUser(database.collections, email);
}

/** @throws {ApiError} `not_found` for somebody who signed in at the provider and is not registered yet */
export async function getUser(email: string, services: Services): Promise<User> {
  const user = await findRegisteredUser(email, services);
  if (!user) throw new ApiError('not_found', 'This person is not registered yet.');
  return presentUser(user);
}

function presentUser({ _id, name, photo, email, role }: UserDocument): User {
  return { _id: _id.toHexString(), name, photo, email, role };
}
