import type { OutboxDocument } from '../database/outbox-document.ts';
import { type ReadFacts, readFacts } from '../mail/read-facts.ts';
import { writeDueMails } from '../mail/write-due-mails.ts';
import type { TestApp } from './test-app.ts';

/** Puts everything into the outbox that is due by now. @returns the lines to one person, oldest first */
export async function listMailsTo(
  app: TestApp,
  { email }: { email: string },
): Promise<OutboxDocument[]> {
  await writeDueMails(app.services);
  const lines = await app.services.database.collections.outbox.find().toArray();
  return lines.filter(({ to }) => to.address === email);
}

/** @returns what the only email of this kind to a person says; undefined if it is not sent anymore */
export async function readMailTo(
  app: TestApp,
  person: { email: string },
  kind: OutboxDocument['cause']['kind'],
): Promise<ReadFacts | undefined> {
  const [line, ...others] = (await listMailsTo(app, person)).filter(
    ({ cause }) => cause.kind === kind,
  );
  if (!line || others.length > 0) throw new Error(`Not one email, but ${others.length} more`);
  return readFacts(line, app.services);
}
