import type { OwnData } from '@speakifyr/contract/account.ts';
import type { ChildContact } from '@speakifyr/contract/children.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { listChildrenOf } from './booking.ts';
import { presentChild } from './child-fields.ts';
import { type GivenContact, readContacts } from './contacts.ts';
import { presentOwnShare } from './cost-share.ts';
import { readHealth } from './health.ts';
import { presentLeavingAlone, readLeavingAlone } from './leave-alone.ts';
import { listOwnBlocks } from './must-not-collect.ts';
import { readBlocks } from './read-blocks.ts';
import { presentOwnPhoto, readPhotos } from './photo-store.ts';
import { readPickupCodes } from './pickup-code.ts';
import { getInvitationsTo } from './invitations.ts';
import { idsWithRight, listRights } from './rights.ts';

/** What the school keeps about a person's children, for that person, without data about other guardians. */
export async function getOwnFamilies(
  user: UserDocument,
  services: Services,
): Promise<Pick<OwnData, 'children' | 'invitations'>> {
  const children = await listChildrenOf(user, services);
  const visible = idsWithRight('see', children, user._id);
  const [contacts, codes, alone, blocks, photos, health, invitations] = await Promise.all([
    readContacts(visible, services),
    readPickupCodes(visible, services),
    readLeavingAlone(visible, services),
    readBlocks(
      children.map(({ _id }) => _id),
      services,
    ),
    readPhotos(visible, services),
    readHealth(visible, services),
    getInvitationsTo(user, services),
  ]);
  return {
    children: children.map((child) => {
      const id = child._id.toHexString();
      const consent = alone.get(id);
      const mayRead = visible.some((visibleId) => visibleId.equals(child._id));
      return {
        ...presentChild(child),
        may: listRights(child, user._id),
        addedAt: child.createdAt.toISOString(),
        contacts: mayRead ? (contacts.get(id) ?? []).map(withoutGiver) : null,
        pickupCode: codes.get(id) ?? null,
        mustNotCollect: listOwnBlocks(blocks.get(id), user),
        photo: presentOwnPhoto(photos.get(id)),
        mayLeaveAlone: consent ? presentLeavingAlone(consent, user) : null,
        healthAnswer: health.get(id) ?? null,
        costShare: presentOwnShare(child, user),
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

/** Who entered a contact is data about another guardian. */
function withoutGiver({ by: _by, askOfficeFrom: _from, ...contact }: GivenContact): ChildContact {
  return contact;
}
