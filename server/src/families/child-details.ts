import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { childNotFound } from './booking.ts';
import { findOwnChild } from './change-family.ts';
import { describeChildren } from './children.service.ts';
import { readContacts } from './contacts.ts';
import { canRemove, listGuardiansOf } from './guardians.ts';
import { readHealth } from './health.ts';
import { canChange, findGuardian, isOwner } from './rights.ts';

/**
 * A child with everything that this guardian may see.
 * @throws {ApiError} `not_found`
 */
export async function getChild(
  childId: string,
  user: UserDocument,
  services: Services,
): Promise<ChildDetails> {
  const { child, guardian } = await findOwnChild(new ObjectId(childId), user, services);
  const visible = guardian.may.includes('see') ? [child._id] : [];
  const [[listed], guardians, contacts, health] = await Promise.all([
    describeChildren([child], user, services),
    listGuardiansOf([child], services),
    readContacts(visible, services),
    readHealth(visible, services),
  ]);
  if (!listed) throw childNotFound();
  const mayChange = canChange(child, user._id);
  return {
    ...listed,
    guardians: (guardians.get(childId) ?? []).map(({ user: person, may }) => {
      const known = findGuardian(child, person._id);
      return {
        _id: person._id.toHexString(),
        name: person.name,
        email: person.email,
        may,
        isYou: person._id.equals(user._id),
        canRemove: child.guardians.length > 1 && known !== undefined && canRemove(known, user),
      };
    }),
    invitations: mayChange
      ? child.invitations
          .filter(({ expiresAt }) => expiresAt > services.now())
          .map(({ _id, email, may, expiresAt }) => ({
            _id: _id.toHexString(),
            email,
            may,
            expiresAt: expiresAt.toISOString(),
          }))
      : [],
    contacts: visible.length > 0 ? (contacts.get(childId) ?? []) : null,
    healthAnswer: health.get(childId) ?? null,
    canChange: mayChange,
    canDelete: isOwner(child, user._id),
  };
}
