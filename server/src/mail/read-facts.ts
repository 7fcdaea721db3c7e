import type { MailKind } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/collections.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/users.service.ts';
import type { FactsOf } from './letters/facts.ts';
import { getMailChoice } from './my-mail.ts';
import { readClassCanceled } from './read-facts/canceled-class.ts';
import {
  readClassChanged,
  readReminder,
  readSchoolMessage,
  readSeatHeld,
} from './read-facts/class-facts.ts';
import { readPaymentDisputed, readRefundFailed, readSeatEnded } from './read-facts/admin-facts.ts';
import { readContactForm } from './read-facts/contact-facts.ts';
import { readGuardianInvited, readHealthQuestion } from './read-facts/family-facts.ts';
import { readSeatMoved } from './read-facts/move-facts.ts';
import { readPaid, readRefunded } from './read-facts/payment-facts.ts';
import { readSeatCanceled } from './read-facts/plan-facts.ts';
import {
  readOfferEnded,
  readSeatOffered,
  readSeatsFree,
  readWaitingClosed,
  readWaitingJoined,
} from './read-facts/waiting-facts.ts';

/** What an email says. With `notSent` it is written, for the person's Messages page, but not sent; the text says why. */
export type ReadFacts = { facts: FactsOf<MailKind>; notSent?: string };

/**
 * Reads what an email says, just before each try to send it.
 * @returns undefined if it is no longer true or wanted, so that nobody must get it
 */
export async function readFacts(
  { cause, userId }: Pick<OutboxDocument, 'cause' | 'userId'>,
  services: Services,
): Promise<ReadFacts | undefined> {
  // The only emails to somebody without a record.
  if (cause.kind === 'account deleted') return { facts: {} };
  if (cause.kind === 'guardian invited') {
    const facts = await readGuardianInvited(cause, services);
    return facts && { facts };
  }
  const user = userId && (await findUserWithId(userId, services));
  if (!user || user.status === 'deleting') return undefined;
  const facts = await readFactsFor(cause, user, services);
  if (!facts) return undefined;
  const isUnwanted = cause.kind === 'school message' && !getMailChoice(user).news;
  return { facts, ...(isUnwanted && { notSent: 'Turned off news' }) };
}

async function readFactsFor(
  cause: OutboxDocument['cause'],
  user: UserDocument,
  services: Services,
): Promise<FactsOf<MailKind> | undefined> {
  const isActive = user.status === 'active';
  switch (cause.kind) {
    case 'welcome':
      return isActive ? {} : undefined;
    case 'new role':
      return isActive && user.role === cause.role ? { role: cause.role } : undefined;
    case 'account removed':
      return user.status === 'removed' ? {} : undefined;
    case 'account deleted':
    case 'guardian invited':
      return undefined;
    case 'paid':
      return readPaid(cause, user, services);
    case 'refunded':
      return readRefunded(cause, user, services);
    case 'class changed':
      return readClassChanged(cause, user, services);
    case 'class canceled':
      return readClassCanceled(cause, user, services);
    case 'seat held':
      return readSeatHeld(cause, user, services);
    case 'reminder':
      return readReminder(cause, user, services);
    case 'school message':
      return readSchoolMessage(cause, user, services);
    case 'contact form':
      return readContactForm(cause, user, services);
    case 'health question':
      return readHealthQuestion(cause, user, services);
    case 'seat canceled':
      return readSeatCanceled(cause, user, services);
    case 'waiting joined':
      return readWaitingJoined(cause, user, services);
    case 'seat offered':
      return readSeatOffered(cause, user, services);
    case 'offer ended':
      return readOfferEnded(cause, user, services);
    case 'seats free':
      return readSeatsFree(cause, user, services);
    case 'waiting closed':
      return isActive ? readWaitingClosed(cause, services) : undefined;
    case 'refund failed':
      return readRefundFailed(cause, user, services);
    case 'payment disputed':
      return readPaymentDisputed(cause, user, services);
    case 'seat ended':
      return readSeatEnded(cause, user, services);
    case 'seat moved':
      return readSeatMoved(cause, user, services);
    default:
      // A kind of email without facts does not compile: nobody would ever get one.
      return cause satisfies never;
  }
}
