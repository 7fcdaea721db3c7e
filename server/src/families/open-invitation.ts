import { findChildren } from './booking.ts';
import type { ObjectId } from 'mongodb';
import type { Invitation } from '../database/family-documents.ts';
import type { Services } from '../services.ts';
import { listChildrenInviting } from './children.repo.ts';

/** @returns an invitation that can still be accepted, or undefined */
export async function findOpenInvitation(
  childId: ObjectId,
  invitationId: ObjectId,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<Invitation | undefined> {
  const [child] = await findChildren([childId], { database });
  return child?.invitations.find(
    ({ _id, expiresAt }) => _id.equals(invitationId) && expiresAt > now(),
  );
}

/** For how many children this person invites this address now. */
export async function countOpenInvitations(
  { email, invitedBy }: Pick<Invitation, 'email' | 'invitedBy'>,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<number> {
  const children = await listChildrenInviting(database.collections, email, now());
  return children.filter(({ invitations }) =>
    invitations.some((one) => one.email === email && one.invitedBy.equals(invitedBy)),
  ).length;
}
