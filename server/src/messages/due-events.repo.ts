import type { Collection, Filter } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { EventOf, EventType, SchoolEvent } from '../database/event-document.ts';

/** How many events are read at once. */
export const EVENTS_AT_ONCE = 100;

/** Events that people may have to hear of, oldest first. */
export async function listDueEvents<T extends EventType>(
  { events }: Collections,
  type: { $in: T[] } | { $not: { $in: EventType[] } },
): Promise<EventOf<T>[]> {
  const due = events as unknown as Collection<EventOf<T>>;
  const filter = { mailDue: true, type } as Filter<EventOf<T>>;
  return due.find(filter).sort({ at: 1 }).limit(EVENTS_AT_ONCE).toArray() as Promise<EventOf<T>[]>;
}

/** Their emails are in the outbox. What the audit log does not show goes. */
export async function finishEvents({ events }: Collections, due: SchoolEvent[]): Promise<void> {
  const ids = due.map(({ _id }) => _id);
  await events.updateMany({ _id: { $in: ids } }, { $unset: { mailDue: '' } });
  await events.deleteMany({ _id: { $in: ids }, 'data.target': { $exists: false } });
}
