import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { AnyMail } from '../mail-module.ts';
import {
  accountDeleted,
  accountRemoved,
  accountReopened,
  confirmAddress,
  familiesMerged,
  newRole,
  welcome,
} from './account.ts';
import { answerInApp } from './answer-in-app.ts';
import { absenceSaid } from './absence-said.ts';
import { cameOrLeft } from './came-or-left.ts';
import { cardDeclined } from './card-declined.ts';
import { classCanceled } from './class-canceled.ts';
import { classChanged } from './class-changed.ts';
import { classTeam } from './class-team.ts';
import { contactCopy, contactForm, contactReply } from './contact.ts';
import { costShare } from './cost-share.ts';
import { ageAllowed, guardianInvited, healthQuestion } from './family.ts';
import { documentRefused } from './document-refused.ts';
import { formSigned } from './form-signed.ts';
import { friends } from './friends.ts';
import { incident } from './incident.ts';
import { leaveAlone } from './leave-alone.ts';
import { checkHandOver, leftNotAllowed } from './left-not-allowed.ts';
import { paymentDisputed, refundFailed, seatEnded } from './money-alarms.ts';
import { moveAsked, seatMoved } from './moves.ts';
import { guardianBack, newName, pickUpToCheck } from './new-name.ts';
import { paid } from './paid.ts';
import { payLink } from './pay-link.ts';
import { paymentBounced } from './payment-bounced.ts';
import { paymentDue } from './payment-due.ts';
import { paymentRefused } from './payment-refused.ts';
import { pickUpCode } from './pick-up.ts';
import { refunded } from './refunded.ts';
import { addressEnded, mergeAsked } from './owner-told.ts';
import { reminder } from './reminder.ts';
import { entryLeft, rightEnded } from './right-ended.ts';
import { schoolMessage } from './school-message.ts';
import { seatBooked } from './seat-booked.ts';
import { seatCanceled } from './seat-canceled.ts';
import { seatHeld, seatReserved } from './seat-held.ts';
import { callFamily, seatOffered } from './seat-offered.ts';
import { testMail } from './test-mail.ts';
import { offerEnded, seatKept, seatsFree, waitingClosed, waitingJoined } from './waiting-list.ts';

/** Every kind of email. It does not compile without one. */
export const MAILS = {
  welcome,
  'seat held': seatHeld,
  'seat reserved': seatReserved,
  'pay link': payLink,
  paid,
  'payment refused': paymentRefused,
  'card declined': cardDeclined,
  'seat booked': seatBooked,
  refunded,
  'class changed': classChanged,
  'class canceled': classCanceled,
  'class team': classTeam,
  reminder,
  'new role': newRole,
  'account removed': accountRemoved,
  'account reopened': accountReopened,
  'guardian back': guardianBack,
  'account deleted': accountDeleted,
  'families merged': familiesMerged,
  'merge asked': mergeAsked,
  'address ended': addressEnded,
  'contact form': contactForm,
  'contact copy': contactCopy,
  'contact reply': contactReply,
  'school message': schoolMessage,
  'guardian invited': guardianInvited,
  'cost share': costShare,
  'answer in app': answerInApp,
  'age allowed': ageAllowed,
  friends,
  'document refused': documentRefused,
  'form signed': formSigned,
  'pick-up code': pickUpCode,
  'leaving alone': leaveAlone,
  'right ended': rightEnded,
  'entry left': entryLeft,
  incident,
  'came or left': cameOrLeft,
  'left not allowed': leftNotAllowed,
  'check hand-over': checkHandOver,
  'absence said': absenceSaid,
  'new name': newName,
  'pick-up to check': pickUpToCheck,
  'health question': healthQuestion,
  'seat canceled': seatCanceled,
  'seat moved': seatMoved,
  'move asked': moveAsked,
  'waiting joined': waitingJoined,
  'seat kept': seatKept,
  'seat offered': seatOffered,
  'call family': callFamily,
  'offer ended': offerEnded,
  'seats free': seatsFree,
  'waiting closed': waitingClosed,
  'refund failed': refundFailed,
  'payment due': paymentDue,
  'payment bounced': paymentBounced,
  'payment disputed': paymentDisputed,
  'seat ended': seatEnded,
  'confirm address': confirmAddress,
  'test mail': testMail,
} satisfies Record<MailKind, AnyMail>;

type Mails = typeof MAILS;

/** What an email of this kind says. */
export type PropsOf<K extends MailKind> = Parameters<Mails[K]['write']>[0];

/** Why an email of this kind is written. */
export type CauseOf<K extends MailKind> = { kind: K } & Parameters<
  NonNullable<Mails[K]['readForAnyone']>
>[0];

/** The module of a kind. */
export function getMailModule(kind: MailKind): AnyMail {
  return MAILS[kind];
}
