import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../people/users/users.service.ts';
import { readConfirmAddress } from './mail-to.ts';
import { getMailChoice } from './my-mail.ts';
import { readClassCanceled } from './read-facts/canceled-class.ts';
import { readClassChanged, readReminder, readSeatHeld } from './read-facts/class-facts.ts';
import { readPaymentDisputed, readRefundFailed, readSeatEnded } from './read-facts/admin-facts.ts';
import { readSeatBooked } from './read-facts/booked-facts.ts';
import { readContactCopy, readContactForm, readContactReply } from './read-facts/contact-facts.ts';
import {
  readAgeAllowed,
  readGuardianInvited,
  readHealthQuestion,
} from './read-facts/family-facts.ts';
import { readSchoolMessage } from './read-facts/message-facts.ts';
import { readMoveAsked, readSeatMoved } from './read-facts/move-facts.ts';
import { readPaid, readPaymentRefused, readRefunded } from './read-facts/payment-facts.ts';
import { readSeatCanceled } from './read-facts/plan-facts.ts';
import type { Read, Reader } from './read-facts/reading.ts';
import {
  readOfferEnded,
  readSeatKept,
  readSeatOffered,
  readSeatsFree,
  readWaitingClosed,
  readWaitingJoined,
} from './read-facts/waiting-facts.ts';

/** What an email says. With `notSent` it is written, for the person's Messages page, but not sent; the text says why. */
export type ReadFacts = Read<MailKind> & { notSent?: string };

/**
 * Reads what an email says, just before each try to send it.
 * @returns undefined if it is no longer true or wanted, so that nobody must get it
 */
export async function readFacts(
  { cause, userId }: Pick<OutboxDocument, 'cause' | 'userId'>,
  services: Services,
): Promise<ReadFacts | undefined> {
  // The only emails to somebody who may have no record.
  if (cause.kind === 'account deleted') return about({});
  if (cause.kind === 'guardian invited') return about(await readGuardianInvited(cause, services));
  if (cause.kind === 'contact reply' && !userId)
    return about(await readContactReply(cause, undefined, services));
  const user = userId && (await findUserWithId(userId, services));
  if (!user || user.status === 'deleting') return undefined;
  const reader = { user, rights: await readFamilyRights(user, services) };
  const read = await readFactsFor(cause, reader, services);
  const isUnwanted = cause.kind === 'school message' && !getMailChoice(user).news;
  return read && { ...read, ...(isUnwanted && { notSent: 'Turned off news' }) };
}

/** What is about no child. */
function about<Facts>(facts: Facts | undefined): { facts: Facts; childIds: [] } | undefined {
  return facts && { facts, childIds: [] };
}

async function readFactsFor(
  cause: OutboxDocument['cause'],
  reader: Reader,
  services: Services,
): Promise<Read<MailKind> | undefined> {
  const { user } = reader;
  const isActive = user.status === 'active';
  switch (cause.kind) {
    case 'welcome':
      return about(isActive ? {} : undefined);
    case 'new role':
      return about(isActive && user.role === cause.role ? { role: cause.role } : undefined);
    case 'confirm address':
      return about(isActive ? readConfirmAddress(cause, user) : undefined);
    case 'account removed':
      return about(user.status === 'removed' ? {} : undefined);
    case 'account deleted':
    case 'guardian invited':
      return undefined;
    case 'age allowed':
      return readAgeAllowed(cause, reader, services);
    case 'paid':
      return readPaid(cause, reader, services);
    case 'payment refused':
      return readPaymentRefused(cause, reader, services);
    case 'seat booked':
      return readSeatBooked(cause, reader, services);
    case 'refunded':
      return readRefunded(cause, reader, services);
    case 'class changed':
      return readClassChanged(cause, reader, services);
    case 'class canceled':
      return readClassCanceled(cause, reader, services);
    case 'seat held':
      return readSeatHeld(cause, reader, services);
    case 'reminder':
      return readReminder(cause, reader, services);
    case 'contact copy':
      return about(await readContactCopy(cause, user, services));
    case 'school message':
      return readSchoolMessage(cause, reader, services);
    case 'contact form':
      return about(await readContactForm(cause, user, services));
    case 'contact reply':
      return about(await readContactReply(cause, user, services));
    case 'health question':
      return readHealthQuestion(cause, reader, services);
    case 'seat canceled':
      return readSeatCanceled(cause, reader, services);
    case 'waiting joined':
      return readWaitingJoined(cause, reader, services);
    case 'seat kept':
      return readSeatKept(cause, reader, services);
    case 'seat offered':
      return readSeatOffered(cause, reader, services);
    case 'offer ended':
      return readOfferEnded(cause, reader, services);
    case 'seats free':
      return readSeatsFree(cause, reader, services);
    case 'waiting closed':
      return readWaitingClosed(cause, reader, services);
    case 'refund failed':
      return about(await readRefundFailed(cause, user, services));
    case 'payment disputed':
      return about(await readPaymentDisputed(cause, user, services));
    case 'seat ended':
      return about(await readSeatEnded(cause, user, services));
    case 'move asked':
      return readMoveAsked(cause, reader, services);
    case 'seat moved':
      return readSeatMoved(cause, reader, services);
    default:
      // A kind of email without facts does not compile: nobody would ever get one.
      return cause satisfies never;
  }
}
