import { createHash } from 'node:crypto';
import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { ObjectId } from 'mongodb';
import { describeAct, fileAct } from '../audit/audit.service.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError, classNotFound } from '../errors.ts';
import { addMessage } from '../seats/class-seats.ts';
import { getClassWithPeople, listEnrolledSeats } from '../seats/people-of-classes.ts';
import type { Services } from '../services.ts';
import { writeSchoolMessage } from './letters/school-message.ts';
import { getMailChoice } from './my-mail.ts';
import { findReaders } from './seat-readers.ts';

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
  const id = new ObjectId(message.classId);
  const act = describeAct(
    {
      who: sender.email,
      action: 'message to class',
      target: name,
      classId: id,
      before: null,
      after: { subject, text, from: sender.name, recipients: reach.recipients },
    },
    services,
  );
  if (messageId) act._id = nameAct([messageId, sender.email, message.classId, subject, text]);
  const instructor = sender.role === 'admin' ? undefined : sender.email;
  if (!(await addMessage(id, instructor, act, services)))
    throw instructor ? notTheirClass() : new ApiError('nobody_enrolled');
  await fileAct(act, { collection: 'classes', id }, services);
  return reach;
}

async function prepare(
  { classId, subject, text }: ClassMessage,
  sender: UserDocument,
  services: Services,
): Promise<{ name: string; reach: MessageReach }> {
  if (sender.role === 'student') throw new ApiError('not_allowed');
  const campClass = await getClassWithPeople(new ObjectId(classId), services);
  if (sender.role === 'instructor' && campClass?.instructor?.email !== sender.email)
    throw notTheirClass();
  if (!campClass || campClass.status === 'draft') throw classNotFound();
  const readers = await findReaders(listEnrolledSeats(campClass), services);
  // Somebody may be there as a student and as a guardian.
  const people = [...new Map(readers.map(({ user }) => [user.email, user])).values()];
  const [first] = people;
  if (!first) throw new ApiError('nobody_enrolled');
  return {
    name: campClass.name,
    reach: {
      recipients: people.length,
      withoutMail: people.filter((person) => !getMailChoice(person).news).length,
      letter: writeSchoolMessage(
        { className: campClass.name, subject, text, from: sender.name },
        { to: { name: first.name, address: first.email } },
      ),
    },
  };
}

/** The same message has the same id, so that it is recorded once; another message or sender never has it. */
function nameAct(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function notTheirClass(): ApiError {
  return new ApiError('not_allowed', 'You can only write to the class that you teach.');
}
