import type { Collections } from '../database/collections.ts';
import type { SchoolEvent } from '../database/event-document.ts';

/**
 * A reader of events is done with these: the mailer once their emails are in the outbox, the webhooks once theirs are in
 * `webhookDeliveries`. Deletes events that the audit log does not show, once both are done. R514
 */
export async function finishEvents(
  { events }: Pick<Collections, 'events'>,
  done: Pick<SchoolEvent, '_id'>[],
  mark: 'mailDue' | 'hookDue',
): Promise<void> {
  if (done.length === 0) return;
  const _id = { $in: done.map((event) => event._id) };
  await events.updateMany({ _id }, { $unset: { [mark]: '' } });
  const isDone = { mailDue: { $exists: false }, hookDue: { $exists: false } };
  await events.deleteMany({ _id, ...isDone, 'data.target': { $exists: false } });
}
