import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { ChildDetails, ListedChild } from '@speakifyr/contract/children.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { listSearchWords } from '../database/search-words.ts';
import { ApiError } from '../errors.ts';
import { findActiveUsers } from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { childNotFoundError, listChildrenOf } from './booking.ts';
import { hasSameChild, presentChild, tidyChildFields } from './child-fields.ts';
import { NOT_DELETING } from './children.repo.ts';
import { findChangeableChild, findOwnChild } from './change-family.ts';
import { listNamed, presentContact, readContacts } from './contacts.ts';
import { presentCostShare } from './cost-share.ts';
import { canRemove, listGuardians, listGuardiansOf } from './guardians.ts';
import { findHealthStates, readHealth } from './health.ts';
import { getInvitationsTo } from './invitations.ts';
import { findFreePlace, MAX_PLACE_TRIES } from './family.ts';
import { presentLeavingAlone, readLeavingAlone } from './leave-alone.ts';
import { listOwnBlocks } from './must-not-collect.ts';
import { readBlocks } from './read-blocks.ts';
import { presentOwnPhoto, readPhotos } from './photo-store.ts';
import { readPickupCodes } from './pickup-code.ts';
import { canChange, findGuardian, idsWithRight, isOwner, listRights } from './rights.ts';

/** A person's children, by name, and the invitations to their confirmed address. R137 */
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
async function describeChildren(
  children: ChildDocument[],
  user: { _id: ObjectId },
  services: Services,
): Promise<ListedChild[]> {
  const visible = idsWithRight('see', children, user._id);
  const [states, named] = await Promise.all([
    findHealthStates(visible, services),
    listNamed(visible, services),
  ]);
  return children.map((child) => ({
    ...presentChild(child),
    may: listRights(child, user._id),
    health: states.get(child._id.toHexString()) ?? 'hidden',
    hasContacts: named.some((id) => id.equals(child._id)),
  }));
}

/**
 * Adds a child. The account gets every right. R490
 * @param event for the audit log, if somebody else does it
 * @throws {ApiError} `invalid_input`, `child_exists`, `too_many_children`; `account_removed` if it has ended meanwhile
 */
export async function addChild(
  entered: { name: string; birthDate: string; note?: string },
  user: UserDocument,
  services: Services,
  event?: AuditEvent,
): Promise<ListedChild> {
  const fields = tidyChildFields({ ...entered, note: entered.note ?? '' }, services);
  for (let tries = 0; tries < MAX_PLACE_TRIES; tries += 1) {
    const others = await listChildrenOf(user, services);
    if (hasSameChild(others, fields)) throw new ApiError('child_exists');
    const child: ChildDocument = {
      _id: new ObjectId(),
      ...fields,
      searchWords: listSearchWords(fields),
      ...(fields.note && !event && { noteBy: user._id }),
      guardians: [
        {
          userId: user._id,
          place: findFreePlace(others, user._id),
          may: ['see', 'book'],
          invitedBy: null,
        },
      ],
      addedBy: user._id,
      invitations: [],
      allowedClasses: [],
      revision: 0,
      createdAt: services.now(),
      ...(event && { events: [event] }),
    };
    try {
      await services.database.collections.children.insertOne(child);
    } catch (error) {
      // One of the guardians' places is taken.
      if (isDuplicateKey(error)) continue;
      throw error;
    }
    await checkAccountThere(child, user, services);
    const [listed] = await describeChildren([child], user, services);
    if (listed) return listed;
  }
  throw new ApiError('unavailable');
}

/**
 * The account may have been locked just before, to be deleted or to go to another one, by somebody who has not seen this
 * child. Then it is taken back, unless it went along.
 * @throws {ApiError} `account_removed`
 */
async function checkAccountThere(
  { _id }: ChildDocument,
  user: { _id: ObjectId },
  services: Services,
): Promise<void> {
  if ((await findActiveUsers([user._id], services)).length > 0) return;
  const { children } = services.database.collections;
  await children.deleteOne({ _id, 'guardians.userId': user._id });
  throw new ApiError('account_removed');
}

/**
 * Changes name, birth date or note.
 * @throws {ApiError} `not_found`, `guardian_may_not`, `invalid_input`, `child_exists`
 */
export async function changeChild(
  childId: string,
  entered: { name?: string; birthDate?: string; note?: string },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { child, guardian } = await findChangeableChild(new ObjectId(childId), user, services);
  const changes = tidyChildFields(withoutUndefined(entered), services);
  const others = (await listChildrenOf(user, services)).filter(({ _id }) => !_id.equals(child._id));
  if (hasSameChild(others, { ...child, ...changes })) throw new ApiError('child_exists');
  if (Object.keys(changes).length === 0) return;
  const { userId, may } = guardian;
  const { matchedCount } = await services.database.collections.children.updateOne(
    { _id: child._id, guardians: { $elemMatch: { userId, may } } },
    {
      $set: {
        ...withSearchWords(changes),
        ...(changes.note !== undefined && changes.note !== child.note && { noteBy: user._id }),
      },
    },
  );
  if (matchedCount === 0) throw childNotFoundError();
}

/**
 * Corrects the name or the birth date of a child for its parents. The audit log says which of the two and why, never
 * the values: it outlives the child's record. R270
 * @throws {ApiError} `not_found`, `invalid_input`
 */
export async function correctChild(
  childId: string,
  { note, ...entered }: { name?: string; birthDate?: string; note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(childId);
  const changes = tidyChildFields(withoutUndefined(entered), services);
  const corrected = Object.keys(changes);
  const guardians = (await listGuardians([id], services)).get(childId) ?? [];
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'correct child',
    target: guardians[0]?.user.email ?? childId,
    before: null,
    after: { child: childId, corrected, note },
  });
  const { matchedCount } = await services.database.collections.children.updateOne(
    { _id: id, ...NOT_DELETING },
    { $set: withSearchWords(changes), $push: { events: event } },
  );
  if (matchedCount === 0) throw childNotFoundError();
}

function withSearchWords<F extends { name?: string }>(fields: F) {
  const { name } = fields;
  return { ...fields, ...(name !== undefined && { searchWords: listSearchWords({ name }) }) };
}

function withoutUndefined<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/**
 * A child with everything that this guardian may see. R414
 * @throws {ApiError} `not_found`
 */
export async function getChild(
  childId: string,
  user: UserDocument,
  services: Services,
): Promise<ChildDetails> {
  const { child, guardian } = await findOwnChild(new ObjectId(childId), user, services);
  const visible = guardian.may.includes('see') ? [child._id] : [];
  const [[listed], guardians, contacts, codes, alone, blocks, photos, health] = await Promise.all([
    describeChildren([child], user, services),
    listGuardiansOf([child], services),
    readContacts(visible, services),
    readPickupCodes(visible, services),
    readLeavingAlone(visible, services),
    readBlocks([child._id], services),
    readPhotos(visible, services),
    readHealth(visible, services),
  ]);
  if (!listed) throw childNotFoundError();
  const mayChange = canChange(child, user._id);
  const consent = alone.get(childId);
  const today = readToday(services);
  const shown = (contacts.get(childId) ?? []).map((contact) =>
    presentContact(contact, guardians.get(childId) ?? [], { user, today }),
  );
  const presented = (guardians.get(childId) ?? []).map(({ user: person, may }) => {
    const known = findGuardian(child, person._id);
    const isYou = person._id.equals(user._id);
    return {
      _id: person._id.toHexString(),
      name: person.name,
      // Guardians may live apart: only the one who invited by this address needs to know it. R376
      email: isYou || known?.invitedBy?.equals(user._id) ? person.email : null,
      may,
      isYou,
      canRemove: child.guardians.length > 1 && known !== undefined && canRemove(known, user),
    };
  });
  return {
    ...listed,
    guardians: presented,
    costShare: presentCostShare(child, presented, user),
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
    contacts: visible.length > 0 ? shown : null,
    pickupCode: codes.get(childId) ?? null,
    mustNotCollect: listOwnBlocks(blocks.get(childId), user),
    photo: presentOwnPhoto(photos.get(childId)),
    mayLeaveAlone: consent ? { ...presentLeavingAlone(consent, user), by: consent.name } : null,
    healthAnswer: health.get(childId) ?? null,
    canChange: mayChange,
    canDelete: isOwner(child, user._id),
  };
}
