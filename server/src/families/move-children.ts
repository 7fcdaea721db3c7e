import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { Services } from '../services.ts';
import { listChildrenOf } from './booking.ts';
import { changeFamily, findOwnChild } from './change-family.ts';
import { moveGiverOfAnswers } from './given-answers.ts';
import { moveBlocks, pinBlocks } from './blocked-guardian.ts';
import { type Family, findAnyPlace } from './family.ts';
import { findGuardian } from './rights.ts';

type Account = Pick<UserDocument, '_id' | 'name'>;

/**
 * Makes another account the guardian of all children of an account, with the same rights, even if it then has more than
 * MAX_CHILDREN: it may have got some since the merge was decided. May be repeated. R322
 */
export async function moveChildren(
  from: Account,
  into: Account,
  services: Services,
): Promise<void> {
  const { children } = services.database.collections;
  await pinBlocks(from, services);
  for (const { _id } of await listChildrenOf(from, services)) {
    await children.updateOne({ _id, addedBy: from._id }, { $set: { addedBy: into._id } });
    // Before the guardian: what somebody gave ends once they are gone.
    await moveGiven(_id, from, into, services);
    await changeFamily(async () => {
      const { child } = await findOwnChild(_id, from, services);
      const place = findAnyPlace(await listChildrenOf(into, services), into._id);
      const family = withOtherAccount(child, from._id, into._id, place);
      return { child, family, merged: from._id };
    }, services);
  }
}

/** Makes another account the giver of all that an account gave for a child. May be repeated. R465 */
export async function moveGiven(
  _id: ObjectId,
  from: Account,
  into: Account,
  services: Services,
): Promise<void> {
  const { attendance, children, childContacts, childHealth, childPhotos } =
    services.database.collections;
  const [old, by] = [from._id, into._id];
  await children.updateOne({ _id, noteBy: old }, { $set: { noteBy: by } });
  await childHealth.updateOne({ _id, 'consent.by': old }, { $set: { 'consent.by': by } });
  await childPhotos.updateOne({ _id, 'consent.by': old }, { $set: { 'consent.by': by } });
  await moveGiverOfAnswers(_id, { from: old, into: by }, services);
  for (const given of ['pickupCode', 'mayLeaveAlone'] as const)
    await childContacts.updateOne({ _id, [`${given}.by`]: old }, { $set: { [`${given}.by`]: by } });
  await attendance.updateMany({ personId: _id, by: old, isByFamily: true }, { $set: { by } });
  const found = await childContacts.findOne({ _id }, { projection: { contacts: 1 } });
  for (const [place, contact] of (found?.contacts ?? []).entries()) {
    if (!contact.by?.equals(old)) continue;
    const giver = `contacts.${place}.by`;
    await childContacts.updateOne({ _id, [giver]: old }, { $set: { [giver]: by } });
  }
  await moveBlocks(_id, from, into, services);
}

/** If both accounts are guardians of the child, the remaining one has the rights of both. */
function withOtherAccount(
  child: ChildDocument,
  from: ObjectId,
  into: ObjectId,
  place: string,
): Family {
  const old = findGuardian(child, from);
  const known = findGuardian(child, into);
  const turn = (id: ObjectId) => (id.equals(from) ? into : id);
  const isOwner = old?.invitedBy === null || known?.invitedBy === null;
  const guardians = child.guardians
    .filter(({ userId }) => !(known && userId.equals(from)))
    .map((guardian) => {
      const { userId, may, invitedBy } = guardian;
      const other = { ...guardian, invitedBy: invitedBy && turn(invitedBy) };
      if (!turn(userId).equals(into)) return other;
      return {
        userId: into,
        place: known?.place ?? place,
        may: [...new Set([...may, ...(old?.may ?? [])])],
        invitedBy: isOwner ? null : other.invitedBy,
      };
    });
  const invitations = child.invitations.map((invitation) => ({
    ...invitation,
    invitedBy: turn(invitation.invitedBy),
  }));
  const share = child.costShare;
  const costShare = share && {
    ...share,
    askedBy: turn(share.askedBy),
    other: turn(share.other),
  };
  return { guardians, invitations, ...(costShare && { costShare }) };
}
