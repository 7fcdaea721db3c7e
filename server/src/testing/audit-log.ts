import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import type { Filter } from 'mongodb';
import type { Actor, AuditEvent, SchoolEvent } from '../database/event-document.ts';
import { listSearchWords } from '../database/search-words.ts';
import { relayEvents } from '../events/relay.ts';
import type { TestApp } from './test-app.ts';

/** An entry of the audit log as tests write and compare it. */
export type LogEntry = Omit<AuditEntry, 'at'> & Pick<AuditEvent, 'at'> & { people: string[] };

const NAMES: Record<string, string> = { _id: '_id', at: 'at', who: 'by', action: 'type' };

/** The entries of the audit log, in the order in which they were added. */
export async function readAuditLog(
  { services }: Pick<TestApp, 'services'>,
  filter: Record<string, unknown> = {},
): Promise<LogEntry[]> {
  await relayEvents(services);
  const users = await services.database.collections.users.find().toArray();
  const named = Object.entries(filter).map(([name, value]) => [
    NAMES[name] ?? `data.${name}`,
    name === 'who' ? (users.find(({ email }) => email === value)?._id ?? value) : value,
  ]);
  const emailOf = (by: Actor) => users.find(({ _id }) => _id.equals(by))?.email ?? String(by);
  const found = await services.database.collections.events
    .find(Object.fromEntries(named) as Filter<SchoolEvent>)
    .toArray();
  return found.flatMap(({ _id, at, by, type, data }) => {
    if (!('target' in data)) return [];
    const { target, people, before, after } = data;
    return { _id, at, who: emailOf(by), action: type, target, people, before, after };
  });
}

/** Adds entries to the audit log, with all that an event of their action has. */
export async function addAuditEntries(
  { services }: Pick<TestApp, 'services'>,
  entries: LogEntry[],
): Promise<void> {
  const users = await services.database.collections.users.find().toArray();
  const events = entries.map(({ _id, at, who, action, ...data }) => ({
    ...{ _id, at, type: action, data, searchWords: listSearchWords({ name: data.target }) },
    by: users.find(({ email }) => email === who)?._id ?? who,
  }));
  await services.database.collections.events.insertMany(events as AuditEvent[]);
}
