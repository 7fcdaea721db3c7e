import type { Collection, ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import { listSearchWords } from '../database/search-words.ts';
import { HOOKED, type SchoolEvent, type WithEvents } from '../database/event-document.ts';

/** The collections whose documents have events. */
const SOURCES = [
  'users',
  'classes',
  'children',
  'childContacts',
  'payments',
  'refunds',
  'settings',
  'closedMonths',
  'seatChanges',
  'contactMessages',
  'attendance',
  'forms',
  'formAnswers',
  'apiKeys',
  'webhooks',
] as const;

/** How many documents of each collection are read at once. */
const DOCUMENTS_AT_ONCE = 100;

/** A document with events that are not in the collection `events` yet. */
export type Source = {
  collection: (typeof SOURCES)[number];
  _id: ObjectId | string;
  events: SchoolEvent[];
};

type Changed = WithEvents & { _id: ObjectId | string };

/** Documents whose events move in the same way, whatever else is in them. */
function openSource(collections: Collections, name: Source['collection']) {
  return collections[name] as unknown as Collection<Changed>;
}

/** @returns some documents with events, and whether there are no others */
export async function listSources(
  collections: Collections,
): Promise<{ sources: Source[]; areAll: boolean }> {
  const found = await Promise.all(
    SOURCES.map(async (collection) => {
      const documents = await openSource(collections, collection)
        .find({ 'events.at': { $exists: true } }, { projection: { events: 1 } })
        .limit(DOCUMENTS_AT_ONCE)
        .toArray();
      return documents.map(({ _id, events = [] }) => ({ collection, _id, events }));
    }),
  );
  return {
    sources: found.flat(),
    areAll: found.every(({ length }) => length < DOCUMENTS_AT_ONCE),
  };
}

/** Adds events, each once. No function removes audit events. @returns the new ones */
export async function insertEventsOnce(
  { events }: Pick<Collections, 'events'>,
  added: SchoolEvent[],
): Promise<SchoolEvent[]> {
  const { upsertedIds } = await events.bulkWrite(
    added.map(({ _id, undoableUntil: _until, ...event }) => ({
      updateOne: {
        filter: { _id },
        update: {
          $setOnInsert: {
            ...event,
            ...('target' in event.data && {
              searchWords: listSearchWords({ name: event.data.target }),
            }),
            mailDue: true,
            ...(causesHooks(event) && { hookDue: true }),
          },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  return added.filter((_, place) => place in upsertedIds);
}

function causesHooks({ type }: Pick<SchoolEvent, 'type'>): boolean {
  return HOOKED.some((one) => one === type);
}

/** Removes events from the document that they changed. */
export async function pullEvents(
  collections: Collections,
  { collection, _id, events }: Source,
): Promise<void> {
  const ids = events.map((event) => event._id);
  await openSource(collections, collection).updateOne(
    { _id },
    { $pull: { events: { _id: { $in: ids } } } },
  );
}

/** From now on, this user's event can't be undone. */
export async function keepEvent(
  { users }: Pick<Collections, 'users'>,
  userId: ObjectId,
  eventId: string,
): Promise<void> {
  await users.updateOne(
    { _id: userId, events: { $elemMatch: { _id: eventId } } },
    { $unset: { 'events.$.undoableUntil': '' } },
  );
}
