import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { ChildContactsDocument } from '../database/family-documents.ts';

type Contacts = Pick<Collections, 'childContacts'>;

export async function listContacts(
  { childContacts }: Contacts,
  childIds: ObjectId[],
): Promise<ChildContactsDocument[]> {
  return childContacts.find({ _id: { $in: childIds } }).toArray();
}

/** Those of the children for whom somebody is named. The database sends nobody's name or number. */
export async function listNamed(
  { childContacts }: Contacts,
  childIds: ObjectId[],
): Promise<ObjectId[]> {
  const found = await childContacts
    .find({ _id: { $in: childIds }, contacts: { $ne: [] } }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

export async function writeContacts(
  { childContacts }: Contacts,
  { _id, ...contacts }: ChildContactsDocument,
): Promise<void> {
  await childContacts.updateOne({ _id }, { $set: contacts }, { upsert: true });
}

export async function dropContacts({ childContacts }: Contacts, childId: ObjectId): Promise<void> {
  await childContacts.deleteOne({ _id: childId });
}
