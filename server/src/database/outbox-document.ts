import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { MailKind, MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { ObjectId } from 'mongodb';

/** A seat, wherever it is. */
export type SeatOfCause = { classId: ObjectId; seatId: ObjectId };

/**
 * The seats of one class that an email is about: `seatId` is the recipient's own seat, `seatIds` are those of the
 * children whose guardian they are. Siblings in a class make one email.
 */
export type SeatsOfCause = { classId: ObjectId; seatId?: ObjectId; seatIds?: ObjectId[] };

/** An entry of a waiting list, wherever it is by now. */
export type EntryOfClass = { classId: ObjectId; waitId: ObjectId };

/** What makes somebody a reader of a message to classes. */
export type MessageAbout = { classId: ObjectId; seatIds?: ObjectId[]; waitId?: ObjectId };

/** Why an email is written: the fields of its kind, whose module in messages/kinds/ knows them. */
export type MailCause = { kind: MailKind; [field: string]: unknown };

/** A file that goes with an email. */
export type MailAttachment = {
  name: string;
  /** Such as `text/calendar; charset=utf-8; method=REQUEST`. */
  type: string;
  content: string;
};

/** An email as it is sent. It is written once, before the first try, so that a second try sends the same. */
export type WrittenMail = {
  content: MailContent;
  html: string;
  text: string;
  attachments: MailAttachment[];
};

/**
 * The outbox: one document per email and recipient. The id names the cause, such as `paid-pi_…`, so inserting a line
 * twice is harmless. The update that makes a change pushes an event; the mailer inserts the lines that it causes. So a
 * crash loses nothing. decisions/0031, decisions/0053.
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
  /**
   * When a server may take this line; while `sending`, it is the lease; while `to call`, when we look whether it is still
   * true. Missing once the line is settled.
   */
  nextAt?: Date;
  lastError?: string;
  createdAt: Date;
  /** Later it is stale. */
  notAfter: Date;
  sentAt?: Date;
  /** Who called the family instead, and when. */
  called?: { by: ObjectId; at: Date };
  /** It failed, and an admin gave up on it. Its recipient still reads it on their Messages page. */
  isDismissed?: true;
  /** When what it says is deleted. Missing once that is done. */
  forgetAt?: Date;
  /** The subject stays when the content is deleted. */
  subject?: string;
  written?: WrittenMail;
  /** No mail server has taken `written`, so the next try writes the email again. R718 */
  isUntaken?: true;
  /** The children whose whereabouts `written` tells. Only their guardians read it. */
  childIds?: ObjectId[];
};
