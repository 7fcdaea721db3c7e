import { logFailure } from '../log.ts';
import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import { email } from '@speakifyr/contract/fields.ts';
import type { ObjectId } from 'mongodb';
import type {
  Actor,
  EventData,
  EventOf,
  NewsType,
  SchoolEvent,
} from '../database/event-document.ts';
import type { Services } from '../services.ts';
import { insertEventsOnce, keepEvent } from './events.repo.ts';

/** Who acts if no person does. */
export const SYSTEM = 'system' satisfies Actor;

type Told<T extends AuditAction> = { type: T; by: Actor } & Omit<EventData[T], 'people'>;
type Needs = Pick<Services, 'database' | 'now' | 'log'>;

/**
 * An event for the audit log: who did what to whom or what, and the values before and after. The update that makes the
 * change pushes it onto the document's `events`. R93
 */
export function auditEvent<T extends AuditAction>({
  type,
  at,
  by,
  ...told
}: Told<T> & { at: Date }): EventOf<T> {
  const { target, before, after } = told as Omit<EventData[AuditAction], 'people'>;
  const data = { ...told, people: listPeople({ target, before, after }) };
  return { _id: randomUUID(), type, at, by, data } as unknown as EventOf<T>;
}

/** Whether this account did it. */
export function isDoneBy(by: Actor, { _id }: { _id: ObjectId }): boolean {
  return by !== SYSTEM && by.equals(_id);
}

/** An event that only the mailer reads. */
export function newsEvent<T extends NewsType>(type: T, data: EventData[T], at: Date): EventOf<T> {
  return { _id: randomUUID(), type, at, by: SYSTEM, data } as unknown as EventOf<T>;
}

/**
 * Longer than any request needs to make a change and undo it. The 20 s limit ends only the response; the work goes on,
 * but it is a few database commands of at most 8 s each.
 */
const UNDO_MS = 5 * 60_000;

/** An event that the same request may undo. `settleEvent` makes it final; after a crash, time does. */
export function undoable<E extends EventOf<AuditAction>>(event: E): E {
  return { ...event, undoableUntil: new Date(event.at.getTime() + UNDO_MS) };
}

/** Makes a user's event final. Never fails, because the change itself is already made. */
export async function settleEvent(
  { _id }: { _id: string },
  userId: ObjectId,
  services: Pick<Needs, 'database' | 'log'>,
): Promise<void> {
  const kept = keepEvent(services.database.collections, userId, _id);
  await logFailure(kept, 'an event is not settled yet', services, { event: _id });
}

/**
 * Records an event without a changed document: a refund, a deletion or a reading. Refunds and deletions repeat until all
 * steps succeed, this one included.
 * @param once the event's id: recording it again changes nothing
 */
export async function recordEvent<T extends AuditAction>(
  told: Told<T>,
  once: string,
  services: Needs,
): Promise<void> {
  const event = { ...auditEvent({ ...told, at: services.now() }), _id: once };
  const [added] = await insertEventsOnce(services.database.collections, [event as SchoolEvent]);
  if (added) services.log.info({ audit: added }, 'an event was recorded');
}

/** All email addresses in an event. */
function listPeople(data: unknown): string[] {
  const texts = listTexts(data).filter((text) => email.safeParse(text).success);
  return [...new Set(texts)];
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(listTexts) : [];
}
