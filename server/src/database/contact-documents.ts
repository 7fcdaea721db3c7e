import type { ObjectId } from 'mongodb';
import type { SchoolEvent } from './event-document.ts';

/** What people write to the school, and what it replies. */

/** A message from the contact form. Deleted after a while: messages/contact/contact.service.ts. */
export type ContactMessageDocument = {
  _id: ObjectId;
  name: string;
  /** In lower case. Nobody has checked that it is theirs. */
  email: string;
  /** Empty if the school wrote first: then its words are in `replies`. */
  message: string;
  at: Date;
  isDone: boolean;
  /** The admin who marked it as done. */
  doneBy: ObjectId | null;
  /** The account that wrote it, if the email is theirs and confirmed. They get a copy. */
  copyTo?: ObjectId;
  /** It came as an answer to an email. `mailToken`: the provider's signature of it, which counts once. */
  isByMail?: true;
  mailToken?: string;
  /** Of a stranger: the message with which their conversation began. */
  threadOf?: ObjectId;
  /** What admins replied, oldest first. They go with the message. */
  replies?: ContactReply[];
  events?: SchoolEvent[];
};

/** An admin's reply to a message. The id is chosen by the browser. */
export type ContactReply = { _id: string; text: string; by: ObjectId; at: Date };
