import type { Letter, MessageReach } from '@speakifyr/contract/mail.ts';
import { ObjectId } from 'mongodb';
import { describeAct, fileAct } from '../audit/audit.service.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError, classNotFound } from '../errors.ts';
import { addMessage } from '../seats/class-seats.ts';
import type { Services } from '../services.ts';
import { findClassToWriteTo, listReachable } from './class-message.repo.ts';
import { getMailChoice } from './my-mail.ts';

type ClassMessage = { classId: string; subject: string; text: string };

/** What a message to a class looks like and whom it reaches. @throws {ApiError} as `sendMessage` does */
export async function previewMessage(
  message: ClassMessage,
  sender: UserDocument,
  services: Services,
): Promise<MessageReach> {
  return (await prepare(message, sender, services)).reach;
}

/**
 * Writes to everyone who is enrolled in a class. This only records the act; the mailer makes an email for each person
 * of it.
 * @param message with a `messageId`, it may be repeated: nobody gets it twice
 * @throws {ApiError} `not_allowed` unless the sender is an admin or teaches the class now; `not_found`; `nobody_enrolled`
 */
export async function sendMessage(
  { messageId, ...message }: ClassMessage & { messageId?: string | undefined },
  sender: UserDocument,
  services: Services,
): Promise<MessageReach> {
  const { name, reach } = await prepare(message, sender, services);
  const { subject, text } = message;
  const act = describeAct(
    {
      who: sender.email,
      action: 'message to class',
      target: name,
      before: null,
      after: { subject, text, from: sender.name, recipients: reach.recipients },
    },
    services,
  );
  // The sender's id, so that nobody can use the id of another person's message.
  if (messageId) act._id = `${sender._id.toHexString()}-${messageId}`;
  const id = new ObjectId(message.classId);
  const instructor = sender.role === 'admin' ? undefined : sender.email;
  if (!(await addMessage(id, instructor, act, services)))
    throw instructor ? notTheirClass() : new ApiError('nobody_enrolled');
  await fileAct(act, { collection: 'classes', id }, services);
  services.mailBell.emit('ring');
  return reach;
}

async function prepare(
  { classId, subject, text }: ClassMessage,
  sender: UserDocument,
  services: Services,
): Promise<{ name: string; reach: MessageReach }> {
  if (sender.role === 'student') throw new ApiError('not_allowed');
  const { collections } = services.database;
  const campClass = await findClassToWriteTo(collections, new ObjectId(classId));
  if (sender.role === 'instructor' && campClass?.instructor?.email !== sender.email)
    throw notTheirClass();
  if (!campClass) throw classNotFound();
  const enrolled = campClass.seats.filter(({ state }) => state === 'enrolled');
  const people = await listReachable(
    collections,
    enrolled.map(({ email }) => email),
  );
  const [first] = people;
  if (!first) throw new ApiError('nobody_enrolled');
  return {
    name: campClass.name,
    reach: {
      recipients: people.length,
      withoutMail: people.filter((person) => !getMailChoice(person).news).length,
      letter: writeLetter(first.name, { subject, text }),
    },
  };
}

function writeLetter(name: string, { subject, text }: { subject: string; text: string }): Letter {
  return { subject, greeting: `Hi ${name},`, parts: [{ kind: 'quote', text }] };
}

function notTheirClass(): ApiError {
  return new ApiError('not_allowed', 'You can only write to the class that you teach.');
}
