import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import { writeAccountDeleted } from './letters/account-deleted.ts';
import { writeAccountRemoved } from './letters/account-removed.ts';
import { writePaymentDisputed, writeRefundFailed, writeSeatEnded } from './letters/admin-money.ts';
import { writeAgeAllowed } from './letters/age-allowed.ts';
import { writeClassCanceled } from './letters/class-canceled.ts';
import { writeClassChanged } from './letters/class-changed.ts';
import { writeContactCopy, writeContactForm, writeContactReply } from './letters/contact-form.ts';
import { writeConfirmAddress } from './letters/confirm-address.ts';
import type { FactsOf, LetterContext } from './letters/facts.ts';
import { writeGuardianInvited } from './letters/guardian-invited.ts';
import { writeHealthQuestion } from './letters/health-question.ts';
import { writeNewRole } from './letters/new-role.ts';
import { writePaid } from './letters/paid.ts';
import { writePaymentRefused } from './letters/payment-refused.ts';
import { writeRefunded } from './letters/refunded.ts';
import { writeReminder } from './letters/reminder.ts';
import { writeSchoolMessage } from './letters/school-message.ts';
import { writeSeatBooked } from './letters/seat-booked.ts';
import { writeSeatCanceled } from './letters/seat-canceled.ts';
import { writeSeatHeld } from './letters/seat-held.ts';
import { writeMoveAsked, writeSeatMoved } from './letters/seat-moved.ts';
import {
  writeOfferEnded,
  writeSeatKept,
  writeSeatOffered,
  writeSeatsFree,
  writeWaitingClosed,
  writeWaitingJoined,
} from './letters/waiting.ts';
import { writeWelcome } from './letters/welcome.ts';

const LETTERS: { [K in MailKind]: (facts: FactsOf<K>, context: LetterContext) => Letter } = {
  welcome: writeWelcome,
  'seat held': writeSeatHeld,
  paid: writePaid,
  'payment refused': writePaymentRefused,
  'seat booked': writeSeatBooked,
  refunded: writeRefunded,
  'class changed': writeClassChanged,
  'class canceled': writeClassCanceled,
  reminder: writeReminder,
  'new role': writeNewRole,
  'confirm address': writeConfirmAddress,
  'account removed': writeAccountRemoved,
  'account deleted': writeAccountDeleted,
  'contact form': writeContactForm,
  'contact copy': writeContactCopy,
  'contact reply': writeContactReply,
  'school message': writeSchoolMessage,
  'guardian invited': writeGuardianInvited,
  'age allowed': writeAgeAllowed,
  'health question': writeHealthQuestion,
  'seat canceled': writeSeatCanceled,
  'seat moved': writeSeatMoved,
  'move asked': writeMoveAsked,
  'waiting joined': writeWaitingJoined,
  'seat kept': writeSeatKept,
  'seat offered': writeSeatOffered,
  'offer ended': writeOfferEnded,
  'seats free': writeSeatsFree,
  'waiting closed': writeWaitingClosed,
  'refund failed': writeRefundFailed,
  'payment disputed': writePaymentDisputed,
  'seat ended': writeSeatEnded,
};

/** Writes a letter, which is an email without header and footer. Pure: the same facts give the same letter. */
export function writeLetter<K extends MailKind>(
  kind: K,
  facts: FactsOf<K>,
  context: LetterContext,
): Letter {
  return LETTERS[kind](facts, context);
}
