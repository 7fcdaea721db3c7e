import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findActiveUsers } from '../users/users.service.ts';
import { listChildrenOf } from './booking.ts';
import { hasSameChild, tidyChildFields } from './child-fields.ts';
import { insertChild, listChildrenInviting } from './children.repo.ts';
import { findHealthStates } from './health.ts';
import { findFreePlace, MAX_PLACE_TRIES } from './places.ts';
import { listRights } from './rights.ts';

/** A person's children, by name, and the invitations to their confirmed address. */
export async function getMyChildren(
  user: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /myChildren']>> {
  const [children, invitations] = await Promise.all([
    listChildrenOf(user, services),
    getInvitationsTo(user, services),
  ]);
  return { children: await describeChildren(children, user, services), invitations };
}

/** Children as their guardian sees them in a list. */
export async function describeChildren(
  children: ChildDocument[],
  user: { _id: ObjectId },
  services: Services,
): Promise<ListedChild[]> {
  const visible = children.filter((child) => listRights(child, user._id).includes('see'));
  const states = await findHealthStates(
    visible.map(({ _id }) => _id),
    services,
  );
  return children.map((child) => ({
    _id: child._id.toHexString(),
    name: child.name,
    birthDate: child.birthDate,
    note: child.note,
    may: listRights(child, user._id),
    health: states.get(child._id.toHexString()) ?? 'hidden',
    allowedClasses: child.allowedClasses.map((id) => id.toHexString()),
  }));
}

/** Open invitations to somebody's address. Without a confirmed address it may be another person's, so there are none. */
export async function getInvitationsTo(
  { email, isVerified }: Pick<UserDocument, 'email' | 'isVerified'>,
  services: Services,
) {
  if (!isVerified) return [];
  const { database, now } = services;
  const children = await listChildrenInviting(database.collections, email, now());
  const invited = children.flatMap(({ name, invitations }) =>
    invitations
      .filter((invitation) => invitation.email === email && invitation.expiresAt > now())
      .map((invitation) => ({ ...invitation, childName: name })),
  );
  const inviters = await findActiveUsers(
    invited.map(({ invitedBy }) => invitedBy),
    services,
  );
  return invited.flatMap(({ _id, childName, invitedBy, may, expiresAt }) => {
    const from = inviters.find((user) => user._id.equals(invitedBy));
    return from
      ? [
          {
            _id: _id.toHexString(),
            childName,
            from: { name: from.name, email: from.email },
            may,
            expiresAt: expiresAt.toISOString(),
          },
        ]
      : [];
  });
}

/**
 * Adds a child. The account gets every right.
 * @throws {ApiError} `invalid_input`, `child_exists`, `too_many_children`
 */
export async function addChild(
  entered: { name: string; birthDate: string; note?: string | undefined },
  user: UserDocument,
  services: Services,
): Promise<ListedChild> {
  const fields = tidyChildFields({ ...entered, note: entered.note ?? '' }, services);
  for (let tries = 0; tries < MAX_PLACE_TRIES; tries += 1) {
    const others = await listChildrenOf(user, services);
    if (hasSameChild(others, fields)) throw new ApiError('child_exists');
    const child: ChildDocument = {
      _id: new ObjectId(),
      ...fields,
      guardians: [
        {
          userId: user._id,
          place: findFreePlace(others, user._id),
          may: ['see', 'book'],
          invitedBy: null,
        },
      ],
      invitations: [],
      allowedClasses: [],
      createdAt: services.now(),
    };
    if (!(await insertChild(services.database.collections, child))) continue;
    const [listed] = await describeChildren([child], user, services);
    if (listed) return listed;
  }
  throw new ApiError('unavailable');
}
