import { createHash } from 'node:crypto';
import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { MAX_NAMED_READERS } from '@speakifyr/contract/message-groups.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { BY_START, listClasses } from '../database/class-store.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { addMessage } from '../seats/class-seats.ts';
import type { Services } from '../services.ts';
import { makeContext, writeContent } from './content.ts';
import { schoolMessage } from './kinds/school-message.ts';
import { findAudience, type MessageReader, type MessageTarget } from './message-audience.ts';
import { getMailChoice } from './mail-choice.ts';

// Rules: R84, R310.
type ClassMessage = MessageTarget & { classIds: string[]; subject: string; text: string };

/** What a message looks like and whom it reaches. @throws {ApiError} as `sendMessage` does */
export async function previewMessage(
  message: ClassMessage,
  sender: UserDocument,
  services: Services,
): Promise<MessageReach> {
  return (await prepare(message, sender, services)).reach;
}

/**
 * Writes to a group of people in one class or several. This only records the event, in one update of the first class;
 * the mailer makes an email for each person of the group.
 * @param message with a `messageId`, it may be repeated: nobody gets it twice
 * @throws {ApiError} `not_allowed` unless the sender is an admin, or writes to everyone in the class that they teach
 *   now; `not_found`; `nobody_enrolled`
 */
export async function sendMessage(
  { messageId, ...message }: ClassMessage & { messageId?: string },
  sender: UserDocument,
  services: Services,
): Promise<MessageReach> {
  const { classes, reach } = await prepare(message, sender, services);
  const { subject, text, group, groupId, formId } = message;
  const classIds = classes.map(({ _id }) => _id.toHexString());
  const [first] = classes;
  if (!first) throw classNotFoundError();
  const { _id: id } = first;
  const event = auditEvent({
    at: services.now(),
    by: sender._id,
    type: 'message to class',
    target: classes.length === 1 ? first.name : `${classes.length} classes`,
    before: null,
    after: {
      subject,
      text,
      from: sender.name,
      recipients: reach.recipients,
      group,
      ...(groupId && { groupId }),
      ...(formId && { formId }),
      classId: classIds,
    },
  });
  if (messageId)
    event._id = nameEvent([
      ...[messageId, sender.email, ...classIds.toSorted(), group],
      ...(groupId ? [groupId] : []),
      ...(formId ? [formId] : []),
      ...[subject, text],
    ]);
  const instructorId = sender.role === 'admin' ? undefined : sender._id;
  if (!(await addMessage(id, instructorId, event, services)))
    throw instructorId ? notTheirClassError() : classNotFoundError();
  return reach;
}

async function prepare(
  { classIds, subject, text, ...target }: ClassMessage,
  sender: UserDocument,
  services: Services,
): Promise<{ classes: ClassDocument[]; reach: MessageReach }> {
  const { group, groupId, formId } = target;
  if (sender.role === 'student') throw new ApiError('not_allowed');
  if (formId && group !== 'forms missing')
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.formId': 'Only for those who have forms left to answer.' },
    });
  const ids = [...new Set(classIds)];
  const wanted = { _id: { $in: ids.map((id) => new ObjectId(id)) } };
  const classes = await listClasses(services.database.collections, wanted, { sort: BY_START });
  const isAdmin = sender.role === 'admin';
  if (!isAdmin && !(group === 'enrolled' && ids.length === 1 && teaches(sender, classes)))
    throw notTheirClassError();
  if (classes.length < ids.length || classes.some(({ status }) => status === 'draft'))
    throw classNotFoundError();
  const { readers, families } = await findAudience(classes, target, services);
  const [first] = readers;
  if (!first && groupId)
    throw new ApiError('nobody_enrolled', 'Nobody is in this group of the class now.');
  if (!first)
    throw classes.length === 1 && group === 'enrolled'
      ? new ApiError('nobody_enrolled')
      : new ApiError('nobody_enrolled', 'Nobody in these classes belongs to this group now.');
  const people = readers.map(({ user: { name, email, phone } }) => ({
    name,
    email,
    phone: phone ?? '',
  }));
  const withMailbox = readers.filter(({ user }) => hasMailbox(user.email));
  const context = makeContext({ name: first.user.name, address: first.user.email }, services);
  const classNames = nameClasses(first, classes);
  const isOneGroup = groupId ? { isOneGroup: true as const } : {};
  const props = { group, subject, text, from: sender.name, classNames, ...isOneGroup };
  return {
    classes,
    reach: {
      recipients: readers.length,
      families,
      withoutMail: withMailbox.filter(({ user }) => !getMailChoice(user).news).length,
      toCall: readers.length - withMailbox.length,
      people: isAdmin ? people.slice(0, MAX_NAMED_READERS) : null,
      content: writeContent(schoolMessage.write(props, context), context),
    },
  };
}

function teaches({ _id }: UserDocument, classes: ClassDocument[]): boolean {
  return classes[0]?.instructorId?.equals(_id) ?? false;
}

/** The classes that somebody hears of, as their email will name them. */
function nameClasses({ about }: MessageReader, classes: ClassDocument[]): string[] {
  return about.flatMap(({ classId }) => classes.find(({ _id }) => _id.equals(classId))?.name ?? []);
}

/** The same message gets the same id, so it is recorded once; another message or sender never gets it. */
function nameEvent(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function notTheirClassError(): ApiError {
  return new ApiError('not_allowed', 'You can only write to the class that you teach.');
}
