import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { type ReadProps, readProps } from '../messages/write-mail.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import type { EventData, NewsType, SchoolEvent } from '../database/event-document.ts';
import { newsEvent } from '../events/audit-event.ts';
import { relayEvents } from '../events/relay.ts';
import type { TestApp } from './test-app.ts';

/** Puts everything due into the outbox. @returns the lines to one person, in the order of their ids */
export async function listMailsTo(
  app: TestApp,
  { email }: { email: string },
): Promise<OutboxDocument[]> {
  await addDueMails(app.services);
  const lines = await app.services.database.collections.outbox.find().sort({ _id: 1 }).toArray();
  return lines.filter(({ to }) => to.address === email);
}

/** @returns the kinds of all emails to a person that are due by now, including outdated ones */
export async function findKinds(app: TestApp, person: { email: string }): Promise<MailKind[]> {
  return (await listMailsTo(app, person)).map(({ cause }) => cause.kind);
}

/** @returns the only email of this kind to a person */
export async function findMail(
  app: TestApp,
  person: { email: string },
  kind: MailKind,
): Promise<OutboxDocument> {
  const found = (await listMailsTo(app, person)).filter(({ cause }) => cause.kind === kind);
  const [line] = found;
  if (!line || found.length > 1) throw new Error(`${found.length} emails of this kind`);
  return line;
}

/** @returns what the only email of this kind to a person says; undefined if nobody may get it anymore */
export async function readMailTo(
  app: TestApp,
  person: { email: string },
  kind: MailKind,
): Promise<Omit<ReadProps, 'childIds'> | undefined> {
  const read = await readProps(await findMail(app, person, kind), app.services);
  if (!read) return undefined;
  const { childIds: _childIds, ...told } = read;
  return told;
}

/** As if an update had just pushed this event. */
export async function addNews<T extends NewsType>(
  { services }: TestApp,
  type: T,
  data: EventData[T],
): Promise<void> {
  const event = newsEvent(type, data, services.now()) as SchoolEvent;
  await services.database.collections.events.insertOne({ ...event, mailDue: true });
}

/** What the mailer has not read yet. */
export async function listNews<T extends NewsType>(
  { services }: TestApp,
  type: T,
): Promise<EventData[T][]> {
  await relayEvents(services);
  const due = { type, mailDue: { $exists: true } };
  const found = await services.database.collections.events.find(due).toArray();
  return found.map(({ data }) => data as EventData[T]);
}
