import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { recordEvent } from './audit-event.ts';

/** By what is read: the prefix of the event's id in the audit log. */
const READINGS = {
  'read care sheet': 'care',
  'read day list': 'daylist',
  'read emergency list': 'everyone',
  'read safety records': 'safety',
  'read contacts': 'contacts',
  'read document': 'document',
  'read must not collect': 'blocks',
} as const;

/**
 * Records in the audit log who reads about children: once per reader, class or child, and school day. Call it before
 * reading: if the event can't be written, nobody gets the data. R126
 * @param about.id of the class, the child or the document; missing for the list of everyone
 * @param about.target what the log says it is about
 */
export async function recordReading(
  type: keyof typeof READINGS,
  { id, target, after = null }: { id?: ObjectId; target: string; after?: { child: string } | null },
  reader: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  await recordEvent(
    { by: reader._id, type, target, before: null, after },
    nameReading(type, { id, reader, day: readToday(services) }),
    services,
  );
}

/**
 * Whether somebody has read about a class or a child on one of these days.
 * @param days yyyy-mm-dd
 */
export async function hasRead(
  type: keyof typeof READINGS,
  { id, reader, days }: { id: ObjectId; reader: Pick<UserDocument, '_id'>; days: string[] },
  { database }: Pick<Services, 'database'>,
): Promise<boolean> {
  const ids = days.map((day) => nameReading(type, { id, reader, day }));
  const found = await database.collections.events.findOne(
    { _id: { $in: ids } },
    { projection: { _id: 1 } },
  );
  return found !== null;
}

/** The event's id. */
function nameReading(
  type: keyof typeof READINGS,
  { id, reader, day }: { id: ObjectId | undefined; reader: Pick<UserDocument, '_id'>; day: string },
): string {
  const of = id ? [id.toHexString()] : [];
  return [READINGS[type], ...of, reader._id.toHexString(), day].join('-');
}
