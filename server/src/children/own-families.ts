import type { OwnData } from '@speakifyr/contract/account.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { listChildrenOf } from './booking.ts';
import { readContacts } from './contacts.ts';
import { readHealth } from './health.ts';
import { getInvitationsTo } from './invitations.ts';
import { listRights } from './rights.ts';

/** What the school keeps about a person's children, for that person, without data about other guardians. */
export async function getOwnFamilies(
  user: UserDocument,
  services: Services,
): Promise<Pick<OwnData, 'children' | 'invitations'>> {
  const children = await listChildrenOf(user, services);
  const visible = children
    .filter((child) => listRights(child, user._id).includes('see'))
    .map(({ _id }) => _id);
  const [contacts, health, invitations] = await Promise.all([
    readContacts(visible, services),
    readHealth(visible, services),
    getInvitationsTo(user, services),
  ]);
  return {
    children: children.map((child) => {
      const id = child._id.toHexString();
      const mayRead = visible.some((visibleId) => visibleId.equals(child._id));
      return {
        _id: id,
        name: child.name,
        birthDate: child.birthDate,
        note: child.note,
        may: listRights(child, user._id),
        allowedClasses: child.allowedClasses.map((classId) => classId.toHexString()),
        addedAt: child.createdAt.toISOString(),
        contacts: mayRead ? (contacts.get(id) ?? []) : null,
        healthAnswer: health.get(id) ?? null,
        invitations: child.invitations
          .filter(({ invitedBy }) => invitedBy.equals(user._id))
          .map(({ email, may, expiresAt }) => ({ email, may, expiresAt: expiresAt.toISOString() })),
      };
    }),
    invitations: invitations.map(({ childName, may, expiresAt }) => ({
      childName,
      may,
      expiresAt,
    })),
  };
}
