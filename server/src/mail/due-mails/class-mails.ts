import type { AuditDocument } from '../../database/collections.ts';
import { DAY_MS } from '../../school-time.ts';
import {
  type ClassWithPeople,
  findClassEnd,
  getClassWithPeople,
  listEnrolledSeats,
} from '../../seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
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

/** A message to a class, for everyone enrolled. Those who want no news only see it on their Messages page. */
export async function describeMessageMails(
  act: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const campClass = await findClassOf(act, services);
  if (!campClass || !act.after) return [];
  const { subject, text, from } = act.after;
  if (typeof subject !== 'string' || typeof text !== 'string' || typeof from !== 'string')
    return [];
  const readers = await listClassReaders(campClass._id, listEnrolledSeats(campClass), services);
  return readers.map(({ user, key, about }) => ({
    _id: `message-${act._id}-${key}`,
    cause: { kind: 'school message', subject, text, from, ...about },
    ...addressTo(user),
    isEssential: false,
    notAfter: daysFromNow(MESSAGE_DAYS, services),
  }));
}

async function findClassOf(
  { classId }: AuditDocument,
  services: Services,
): Promise<ClassWithPeople | null> {
  return classId ? getClassWithPeople(classId, services) : null;
}
