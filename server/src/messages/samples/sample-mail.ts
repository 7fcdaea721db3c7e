import { randomUUID } from 'node:crypto';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input, Output } from '@speakifyr/contract/endpoint.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { OutboxDocument, WrittenMail } from '../../database/outbox-document.ts';
import { ApiError } from '../../errors.ts';
import { recordEvent } from '../../events/audit-event.ts';
import type { Services } from '../../services.ts';
import { makeContext, type MailContext } from '../content.ts';
import { getMailModule } from '../kinds/all.ts';
import { addMails, makeLines } from '../outbox.ts';
import { makeReplyTo } from '../reply-address.ts';
import { writeMail } from '../write-mail.ts';
import { listSamples, SAMPLE_NOW, USUAL } from './mail-samples.ts';

type Call = Contract['POST /sampleMail'];
type Asked = Omit<Input<Call>['body'], 'send'>;

const INVENTED = { name: USUAL.person, address: 'rosa@camp.example' };

const HOUR_MS = 60 * 60_000;
/** How many tests a director gets in an hour. */
export const TESTS_PER_HOUR = 20;

/**
 * An email as a family would get it with these words, about an invented one. The function that writes every email writes
 * it. Nothing is saved, and nobody gets it, unless the director asks for a test. R624
 * @throws {ApiError} `verify_email_first`, `too_many_requests` if it is to be sent
 */
export async function writeSampleMail(
  { send, ...asked }: Input<Call>['body'],
  director: UserDocument,
  services: Services,
): Promise<Output<Call>> {
  const { content, html } = write(asked, { to: INVENTED }, services);
  const thread = makeReplyTo({ cause: { kind: 'test mail' }, userId: director._id }, services);
  const school = { name: SCHOOL.name, address: asked.mail.replyTo || SCHOOL.email };
  const shown = { subject: content.subject, html, replyTo: thread ? '' : school.address };
  if (!send) return shown;
  return {
    ...shown,
    mailId: await sendTest(asked, { director, replyTo: thread ?? school }, services),
  };
}

/**
 * Puts it into the outbox, for the director who asks and for nobody else. It says in its subject and in its first words that
 * it is a test.
 * @returns the id of its line in the outbox, which says what becomes of it
 */
async function sendTest(
  { kind, mail }: Asked,
  { director, replyTo }: { director: UserDocument; replyTo: OutboxDocument['to'] },
  services: Services,
): Promise<string> {
  const { name, email: address, _id: by, isVerified } = director;
  if (!isVerified) throw new ApiError('verify_email_first');
  const { outbox } = services.database.collections;
  const since = new Date(services.now().getTime() - HOUR_MS);
  const ofLastHour = { userId: by, 'cause.kind': 'test mail' as const, createdAt: { $gt: since } };
  if ((await outbox.countDocuments(ofLastHour)) >= TESTS_PER_HOUR)
    throw new ApiError('too_many_requests', 'You have sent many tests. Please try again later.', {
      retryAfterSeconds: HOUR_MS / 1_000,
    });
  const written = write({ kind, mail }, { to: { name, address }, isTest: true }, services);
  const id = `test-${randomUUID()}`;
  await recordEvent(
    { type: 'test email', by, target: kind, before: null, after: null },
    id,
    services,
  );
  const lines = makeLines('test mail', [{ id, about: {}, to: director, replyTo }], services);
  await addMails(
    lines.map((line) => ({ ...line, written })),
    services,
  );
  return id;
}

function write(
  { kind, mail }: Asked,
  reader: Pick<MailContext, 'to' | 'isTest'>,
  services: Services,
): WrittenMail {
  const context = makeContext(reader.to, services);
  const ofKind = listSamples(USUAL).filter((one) => one.kind === kind);
  // Most emails are about a child.
  const sample = ofKind.find(({ variant }) => variant === 'child') ?? ofKind[0];
  if (!sample) throw new Error(`There is no sample of ${kind}`);
  const { choice } = getMailModule(kind);
  return writeMail(kind, sample.props, {
    ...context,
    ...reader,
    mail,
    now: SAMPLE_NOW,
    ...(choice && { turnOffLink: `${context.publicUrl}/emails/turn-off` }),
  });
}
