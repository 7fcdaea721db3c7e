import { MESSAGE_GROUPS } from '@speakifyr/contract/message-groups.ts';
import { ObjectId } from 'mongodb';
import { z } from 'zod';
import type { AuditDocument } from '../../database/collections.ts';
import { DAY_MS } from '../../school-time.ts';
import {
  type ClassWithPeople,
  findClassEnd,
  getClassesWithWaiting,
  getClassWithPeople,
  listEnrolledSeats,
} from '../../enrollments/seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import { findAudience } from '../message-audience.ts';
import type { NewMail } from '../outbox.ts';
import { listClassReaders } from './class-readers.ts';
import { addressTo, daysFromNow, findRecipient } from './recipients.ts';
import { findCanceledSeats } from '../read-facts/canceled-class.ts';

const CANCELLED_DAYS = 30;
const MESSAGE_DAYS = 7;

/** Tells everyone who is enrolled, and the instructor, that the class is canceled, unless it was over. */
export async function describeCanceledMails(
  act: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const campClass = await findClassOf(act, services);
  if (!campClass || act.before?.status !== 'open') return [];
  const end = findClassEnd(campClass, services);
  if (end <= act.at) return [];
  const notAfter = new Date(end.getTime() + CANCELLED_DAYS * DAY_MS);
  const common = { isEssential: true, notAfter };
  // In this order: a seat that is canceled now is in both lists, not in neither.
  const enrolled = listEnrolledSeats(campClass);
  const canceled = await findCanceledSeats(campClass._id, services);
  const seats = [
    ...enrolled.filter(({ cartId }) => !canceled.some((one) => one.cartId.equals(cartId))),
    ...canceled,
  ];
  const readers = await listClassReaders(campClass._id, seats, services);
  const mails = readers.map(({ user, key, about }): NewMail => ({
    _id: `canceled-${key}`,
    cause: { kind: 'class canceled', ...about },
    ...addressTo(user),
    ...common,
  }));
  const { instructor } = act.before;
  const teacher = typeof instructor === 'string' && (await findRecipient(instructor, services));
  if (!teacher) return mails;
  const classId = campClass._id;
  const cause = { kind: 'class canceled' as const, classId };
  const _id = `canceled-${classId.toHexString()}-instructor`;
  return [...mails, { _id, cause, ...addressTo(teacher), ...common }];
}

/** A message to some classes, once for each person. Those who want no news only see it on their Messages page. */
export async function describeMessageMails(
  { _id, classId, after }: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const act = messageAct.safeParse(after);
  if (!classId || !act.success) return [];
  const { subject, text, from, group, classId: ids = [] } = act.data;
  // An act of an earlier version is about its one class.
  const classIds = ids.length > 0 ? ids.map((id) => new ObjectId(id)) : [classId];
  const classes = await getClassesWithWaiting(classIds, services);
  const { readers } = await findAudience(classes, group, services);
  return readers.map(({ user, about }) => ({
    _id: `message-${_id}-${user._id.toHexString()}`,
    cause: { kind: 'school message', subject, text, from, group, about },
    ...addressTo(user),
    isEssential: false,
    notAfter: daysFromNow(MESSAGE_DAYS, services),
  }));
}

const messageAct = z.object({
  subject: z.string(),
  text: z.string(),
  from: z.string(),
  group: z.enum(MESSAGE_GROUPS).default('enrolled'),
  classId: z.array(z.string()).optional(),
});

async function findClassOf(
  { classId }: AuditDocument,
  services: Services,
): Promise<ClassWithPeople | null> {
  return classId ? getClassWithPeople(classId, services) : null;
}
