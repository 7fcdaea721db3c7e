import { logFailure } from '../log.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import type { Services } from '../services.ts';
import { isDoneBy } from './audit-event.ts';
import { insertEventsOnce, listSources, pullEvents, type Source } from './events.repo.ts';

type Needs = Pick<Services, 'database' | 'now' | 'log'>;

/**
 * Moves events from the changed documents to the collection `events`, each exactly once. It runs before anybody reads
 * that collection, and as a job. It may stop at any moment and run on several servers at once: each event is first
 * inserted by id, then removed. Never fails: what can't move now moves next time. R36
 */
export async function relayEvents(services: Needs): Promise<void> {
  await logFailure(
    move(() => false, services),
    'some events are not in the log yet',
    services,
  );
}

/** Like `relayEvents`, plus undoable events by this person or with their email address. Fails if one can't move. */
export async function relayEventsAbout(
  { _id, email }: Pick<UserDocument, '_id' | 'email'>,
  services: Needs,
): Promise<void> {
  const isAbout = ({ by, data }: SchoolEvent) =>
    isDoneBy(by, { _id }) || ('people' in data && data.people.includes(email));
  await move(isAbout, services);
}

async function move(
  isWanted: (event: SchoolEvent) => boolean,
  { database: { collections }, log, now }: Needs,
): Promise<void> {
  const at = now();
  const isDue = (event: SchoolEvent) =>
    !event.undoableUntil || event.undoableUntil <= at || isWanted(event);
  for (;;) {
    const found = await listSources(collections);
    const sources = found.sources
      .map((source) => ({ ...source, events: source.events.filter(isDue) }))
      .filter(({ events }) => events.length > 0);
    if (sources.length === 0) return;
    const added = await insertEventsOnce(collections, listEvents(sources));
    for (const event of added) log.info({ audit: withoutText(event) }, 'an event was recorded');
    for (const source of sources) await pullEvents(collections, source);
    if (found.areAll) return;
  }
}

function listEvents(sources: Source[]): SchoolEvent[] {
  return sources.flatMap(({ events }) => events);
}

/** An event for the server's log. What people write to each other is only in the audit log. */
function withoutText(event: SchoolEvent): object {
  if (event.type !== 'message to class') return event;
  const { text: _text, ...after } = event.data.after;
  return { ...event, data: { ...event.data, after } };
}
