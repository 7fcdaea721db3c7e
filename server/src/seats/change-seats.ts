import type { ObjectId } from 'mongodb';
import { findClass, updateClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { AuditEvent, EndedReservation, FriendNews } from '../database/event-document.ts';
import type { EndedEntry } from '../database/waiting-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { newsEvent } from '../events/audit-event.ts';
import type { OfferRules } from './offer-limits.ts';
import { readOfferRules } from './offer-rules.ts';

/**
 * New values of a class, with the entries of its waiting list and the reservations that end, and what families then hear
 * of friends.
 */
export type ClassChange = Partial<ClassDocument> & {
  ended?: EndedEntry[];
  /** The event keeps them: nothing else knows them afterwards. */
  reserved?: EndedReservation[];
  told?: FriendNews;
};

/** Each try lost to another change of the class. This many losses in a row mean that something is wrong. */
const MAX_TRIES = 100;

/**
 * Changes the seats of a class, or its waiting list. `decide` gets the class as it is and says what its new values are.
 * They are written only if the class has not changed; otherwise, `decide` runs again on the new class. So `decide` can
 * ignore concurrent changes. It must do nothing but decide. R139
 * @param decide also gets the rules for handing out seats. Returns null to change nothing. Its errors are passed on
 * @param event is added for the audit log, if there is a change
 * @returns the class before and after, or null if nothing was changed: there is no such class, or `decide` said so
 * @throws {ApiError} `unavailable` if others keep coming first
 * @throws {MongoServerError} 11000 if the tag is taken
 */
export async function changeSeats(
  classId: ObjectId,
  decide: (campClass: ClassDocument, rules: OfferRules) => ClassChange | null,
  services: Services,
  event?: AuditEvent,
): Promise<{ before: ClassDocument; after: ClassDocument } | null> {
  const { collections } = services.database;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await findClass(collections, { _id: classId });
    const set = before && decide(before, await readOfferRules(before, services));
    if (!set) return null;
    if (!(await writeSeatedClass(before, set, event, services))) continue;
    const { ended: _ended, reserved: _reserved, told: _told, ...values } = set;
    const after = { ...before, ...values, version: before.version + 1 };
    return { before, after };
  }
  throw new ApiError('unavailable');
}

/**
 * Writes new values of a class, unless it has changed since it was read. R315
 * @param read the class as it was read
 * @param event is added for the audit log
 * @returns whether it was written
 * @throws {MongoServerError} 11000 if the tag is taken
 */
export async function writeSeatedClass(
  read: ClassDocument,
  { ended = [], reserved = [], told, ...values }: ClassChange,
  event: AuditEvent | undefined,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<boolean> {
  const { _id } = read;
  const news = ended.map((entry) => newsEvent('waiting ended', { classId: _id, ...entry }, now()));
  const ofFriends = told ? [newsEvent('friends news', told, now())] : [];
  const acts = event ? [withReserved(event, reserved)] : [];
  const events = [...acts, ...news, ...ofFriends];
  return updateClass(
    database.collections,
    { _id, ...isAsRead(read) },
    { $set: values, ...(events.length > 0 && { $push: { events: { $each: events } } }) },
  );
}

function withReserved(event: AuditEvent, reserved: EndedReservation[]): AuditEvent {
  if (reserved.length === 0) return event;
  return { ...event, data: { ...event.data, reserved } } as AuditEvent;
}

/** Nobody has changed the class since. */
function isAsRead({ version }: ClassDocument) {
  return { version };
}
