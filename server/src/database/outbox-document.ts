import type { Letter } from '@speakifyr/contract/mail.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import type { MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { ObjectId } from 'mongodb';

/** A seat, wherever it is. */
type SeatOfClass = { classId: ObjectId; cartId: ObjectId };

/**
 * The seats of one class that an email is about: `cartId` is the recipient's own seat, `cartIds` are those of the
 * children whose guardian they are. Siblings in a class make one email.
 */
export type SeatsOfCause = { classId: ObjectId; cartId?: ObjectId; cartIds?: ObjectId[] };

/** An entry of a waiting list, wherever it is by now. */
type EntryOfClass = { classId: ObjectId; waitId: ObjectId };

/** What makes somebody a reader of a message to classes. */
export type MessageAbout = { classId: ObjectId; cartIds?: ObjectId[]; waitId?: ObjectId };

/** Why an email is written. What is not in here is read when the email is written. */
export type MailCause =
  | { kind: 'welcome' }
  /** `others`: further seats that the same account holds, and whose time ends soon after. */
  | ({ kind: 'seat held'; others?: SeatOfClass[] } & SeatOfClass)
  | { kind: 'paid'; paymentId: string }
  /** The payer's bank worked on it for a while, and did not pay. */
  | { kind: 'payment refused'; paymentId: string }
  /** Another guardian paid for the recipient's children. */
  | { kind: 'seat booked'; paymentId: string }
  /** With a `refundId`, it is about a part of the payment. `cartId`: the seat that went with it. */
  | { kind: 'refunded'; paymentId: string; refundId?: string; cartId?: ObjectId }
  /** Without a seat, it goes to the instructor. `before`: the fields that changed, with their old values. */
  | ({ kind: 'class changed'; before: Record<string, unknown> } & SeatsOfCause)
  | ({ kind: 'class canceled' } & SeatsOfCause)
  /** `campStart` (yyyy-mm-dd): if the class moves, this reminder is stale and others follow. */
  | ({ kind: 'reminder'; days: 7 | 1; campStart: string } & SeatsOfCause)
  | { kind: 'new role'; role: Role }
  /** `at`: of the address that the email asks about. */
  | { kind: 'confirm address'; at: Date }
  | { kind: 'account removed' }
  | { kind: 'account deleted' }
  | { kind: 'contact form'; messageId: ObjectId }
  /** To its sender. */
  | { kind: 'contact copy'; messageId: ObjectId }
  /** To the sender of that message; without a `userId` unless the address is theirs for sure. */
  | { kind: 'contact reply'; messageId: ObjectId; replyId: string }
  /**
   * The text is deleted with the content. `about`: in each class, the reader's seats or their place on the waiting list.
   * Emails of an earlier version are about the seats of one class.
   */
  | ({
      kind: 'school message';
      subject: string;
      text?: string;
      from: string;
      group?: MessageGroup;
      about?: MessageAbout[];
    } & Partial<SeatsOfCause>)
  /** `invitedBy`: the account whose address the email has in it. */
  | { kind: 'guardian invited'; childId: ObjectId; invitationId: ObjectId; invitedBy: ObjectId }
  /** What an admin decided about a class outside a child's ages. */
  | { kind: 'age allowed'; childId: ObjectId; classId: ObjectId; isAllowed: boolean }
  /** The seats of children about whose health nobody has answered. */
  | { kind: 'health question'; seats: SeatOfClass[] }
  /** The seat is gone; its cancellation has this id. */
  | { kind: 'seat canceled'; cartId: ObjectId }
  | { kind: 'seat moved'; transferId: ObjectId }
  /** An admin asks the payer to pay the difference. */
  | { kind: 'move asked'; transferId: ObjectId }
  | ({ kind: 'waiting joined' } & EntryOfClass)
  /** A seat is kept until then, because the entry needs more than one. */
  | ({ kind: 'seat kept'; until: Date } & EntryOfClass)
  /** `cartIds`: the seats that are held for the people of the entry. */
  | ({ kind: 'seat offered'; cartIds: ObjectId[] } & EntryOfClass)
  /** `lapses`: how many offers to this entry ran out. */
  | ({ kind: 'offer ended'; lapses: number } & EntryOfClass)
  /** `campStart` (yyyy-mm-dd): if the class moves, seats may be offered one by one again. */
  | ({ kind: 'seats free'; campStart: string } & EntryOfClass)
  /**
   * `childIds`: the children who waited; none if the account itself did. `isLapsed`: only this entry ended, because its
   * second offer ran out.
   */
  | ({ kind: 'waiting closed'; childIds: ObjectId[]; isLapsed?: true } & EntryOfClass)
  | { kind: 'refund failed'; refundId: string; attempt: number }
  /** The seat's cancellation has this id. */
  | { kind: 'seat ended'; cartId: ObjectId }
  /** `lossId`: the refund in the books that a won appeal has taken back. */
  | {
      kind: 'payment disputed';
      paymentId: string;
      stripeId: string;
      isInquiry?: true;
      lossId?: string;
    };

export type CauseOf<K extends MailCause['kind']> = Extract<MailCause, { kind: K }>;

/** A file that goes with an email. */
export type MailAttachment = {
  name: string;
  /** Such as `text/calendar; charset=utf-8; method=REQUEST`. */
  type: string;
  content: string;
};

/** An email as it is sent. It is written once, before the first try, so that a second try sends the same. */
export type WrittenMail = {
  letter: Letter;
  html: string;
  text: string;
  attachments: MailAttachment[];
};

/**
 * The outbox: one document per email and recipient. The id names the cause, such as `paid-pi_…`, so inserting a line
 * twice is harmless. Whatever causes an email is marked with `mailDue` in the same update that makes the change; the
 * mailer inserts the lines and removes the mark. So a crash loses nothing. decisions/0031.
 */
export type OutboxDocument = {
  _id: string;
  cause: MailCause;
  to: { name: string; address: string };
  /** Where it went, if not to `to`: their other address. */
  sentTo?: string;
  /** The recipient's record. Missing if it is gone, after the account was deleted. */
  userId?: ObjectId;
  /** Essential mail is sent at least once, other mail at most once. */
  isEssential: boolean;
  /** Where an answer goes, if not to the school. */
  replyTo?: { name: string; address: string };
  state: MailState;
  /** How often the mail server was asked to take it. */
  attempts: number;
  /** When a server may take this line; while `sending`, it is the lease. Missing once the line is settled. */
  nextAt?: Date;
  lastError?: string;
  createdAt: Date;
  /** Later it is stale. */
  notAfter: Date;
  sentAt?: Date;
  /** It failed, and an admin gave up on it. Its recipient still reads it on their Messages page. */
  isDismissed?: true;
  /** When what it says is deleted. Missing once that is done. */
  forgetAt?: Date;
  /** The subject stays when the content is deleted. */
  subject?: string;
  written?: WrittenMail;
  /** The children of whom `written` says where they are. Nobody but their guardians reads it. */
  childIds?: ObjectId[];
};
