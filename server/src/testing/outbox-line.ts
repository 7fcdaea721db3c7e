import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { TestApp } from './test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

/** @returns what the mailer stores of a content with this subject */
export function makeWritten(subject: string): NonNullable<OutboxDocument['written']> {
  return {
    content: { subject, greeting: 'Hi Rosa,', parts: [{ kind: 'text', text: 'See you soon.' }] },
    html: '<p>See you soon.</p>',
    text: 'See you soon.',
    attachments: [{ name: 'class.ics', type: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
  };
}

/** Adds an email to the outbox: a written receipt that was sent now, unless `fields` say otherwise. */
export async function buildLine(
  app: TestApp,
  to: Pick<UserDocument, '_id' | 'name' | 'email'>,
  { subject = 'You are enrolled', ...fields }: Partial<OutboxDocument> = {},
): Promise<OutboxDocument> {
  const paymentId = `pi_${new ObjectId().toHexString()}`;
  const now = app.services.now();
  const line: OutboxDocument = {
    _id: `paid-${paymentId}`,
    cause: { kind: 'paid', paymentId },
    to: { name: to.name, address: to.email },
    userId: to._id,
    isEssential: true,
    state: 'sent',
    attempts: 1,
    createdAt: now,
    notAfter: new Date(now.getTime() + 30 * DAY_MS),
    sentAt: now,
    subject,
    written: makeWritten(subject),
    ...fields,
  };
  await app.services.database.collections.outbox.insertOne(line);
  return line;
}
