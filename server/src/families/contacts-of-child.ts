import type { ChildContact } from '@speakifyr/contract/children.ts';
import { ObjectId } from 'mongodb';
import { recordEvent } from '../events/audit-event.ts';
import { childNotFound, findAnyChild } from './booking.ts';
import { readContacts } from './contacts.ts';
import { listGuardians } from './guardians.ts';
import type { UserDocument } from '../database/collections.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/**
 * A child's contacts, for an admin. As for the care sheet, the reader is in the audit log before anything is read: once
 * for each reader, child and school day. The entry does not name the child.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getContactsOf(
  id: string,
  reader: UserDocument,
  services: Services,
): Promise<ChildContact[]> {
  const childId = new ObjectId(id);
  const child = await findAnyChild(childId, services);
  if (!child) throw childNotFound();
  const guardians = (await listGuardians([childId], services)).get(id) ?? [];
  await recordEvent(
    {
      ...{ by: reader._id, type: 'read contacts', target: guardians[0]?.user.email ?? id },
      ...{ before: null, after: { child: id } },
    },
    `contacts-${id}-${reader._id.toHexString()}-${readToday(services)}`,
    services,
  );
  return (await readContacts([childId], services)).get(id) ?? [];
}
