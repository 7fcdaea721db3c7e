import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { EventOf, EventType } from '../database/event-document.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import type { FamilyRights } from '../families/family-rights.ts';
import type { EntryFacts } from '../class-facts.ts';
import type { Services } from '../services.ts';
import type { MailContext, Template } from './content.ts';

/** Who gets an email, with what they may read about children at this moment. */
export type Reader = { user: UserDocument; rights: FamilyRights };

/** What an email says, and the children whose whereabouts it tells. */
export type Read<Props> = { props: Props; childIds: ObjectId[] };

/** An email that is due. Its kind knows the rest. */
export type DueMail<Cause = object> = {
  /** Names the cause and the reader, and thus the outbox line. */
  id: string;
  about: Cause;
  /** Nobody gets it if it is undefined. */
  to: UserDocument | (OutboxDocument['to'] & { userId?: ObjectId }) | undefined;
  /** Without it, `keepTryingDays` from now. */
  notAfter?: Date;
  replyTo?: OutboxDocument['to'];
};

/** A line that is not in the outbox yet. The rest follows. */
export type NewMail = Pick<
  OutboxDocument,
  '_id' | 'cause' | 'to' | 'userId' | 'isEssential' | 'replyTo' | 'notAfter' | 'written'
>;

/** An entry of a waiting list while its class can be joined. */
export type WaitedEntry = {
  campClass: ClassDocument;
  /** Whether seats go to the list; shortly before the class, they are free for everybody. */
  isOffered: boolean;
  entry: WaitingEntry;
};

/** Events that change what people plan with. They are told a while later. */
export type ClassEvent = 'update course' | 'unassign course';

/** The events of one class that make one email for each reader, oldest first. The id is that of the last one. */
export type ClassEvents = { _id: string; events: EventOf<ClassEvent>[] };

type Awaitable<T> = T | Promise<T>;
type Found<Props> = Awaitable<Read<Props> | undefined>;
type Due<Cause> = Awaitable<DueMail<Cause>[]>;

/**
 * All there is to know of one kind of email. A new kind is such a module in `kinds/` and a line in `kinds/all.ts`. Its
 * cause is one of these, and most kinds have only one:
 * - `on`: somebody or something did it, and an event tells of it. The email is due whatever has changed since; `read`
 *   then decides whether it is still true.
 * - `onChanges`: an admin changed a class. The changes of a few minutes are one email.
 * - `entry`: an entry of a waiting list is in a certain state.
 * - `look`: time has passed ("two days before the class"), or something is in a state that several acts bring about ("the
 *   class is full"). It reads what is stored, so no act can be forgotten.
 * Each of them runs many times: after a crash, on other servers, at each look. An email is sent once, because an id that is
 * in the outbox is not added again. So the same cause gives the same ids each time, without a clock or a random part. An
 * email that should go out again gets a new id: with its day, its number, or the id of its event. R93, R225
 */
type MailModule<Cause extends object, Props extends object> = {
  /** Who turns this off gets none. Without it, the email is essential. */
  choice?: keyof MailChoice;
  /** Nobody else reads it, even if they were an admin when it was caused. */
  isForAdmins?: true;
  /** No other admin's list shows that it was sent: that alone would reveal its topic. */
  isForDirectors?: true;
  /** It would be wrong later, so it gets no extra time when it is late. */
  isTimely?: true;
  /**
   * A family without an email address is not called about it: it was there when it happened, or it is too late by then.
   * About everything else, the office calls. R555
   */
  isNotCalled?: true;
  /** Only the owner of the mailbox may see its link, so no list shows the text. */
  isSecret?: true;
  /** For how many days we keep trying to send it, KEEP_TRYING_DAYS by default. */
  keepTryingDays?: number;
  /**
   * The emails that an event causes, by its type. Changes of a class are in `onChanges`. An event is asked about until
   * its emails are in the outbox, and never again.
   * `batch`: the emails of earlier events, which are not in the outbox yet.
   */
  on?: {
    [T in Exclude<EventType, ClassEvent>]?: (
      event: EventOf<T>,
      services: Services,
      batch: NewMail[],
    ) => Due<Cause>;
  };
  /** The emails that changes of one class cause together. */
  onChanges?(changes: ClassEvents, services: Services): Due<Cause>;
  /** The email about an entry of a waiting list. Without `notAfter`, it is true until the class is over. */
  entry?(waited: WaitedEntry, services: Services): Omit<DueMail<Cause>, 'to'> | undefined;
  /** All emails that are due, including those in the outbox: only the missing ones are added. */
  look?(services: Services): Due<Cause>;
  /** A server looks once per name, such as a day. Without names, it looks every few seconds. */
  nameLook?(services: Services): string;
  /**
   * Reads what the email says, just before each try to send it, with its reader's rights at that moment.
   * @returns undefined if it is no longer true or wanted
   */
  read?(cause: Cause, reader: Reader, services: Services): Found<Props>;
  /** The same if the recipient has no account. Without `read`, also if they have one. */
  readForAnyone?(cause: Cause, services: Services): Found<Props>;
  /** The subject and the text. Pure: the same props and context give the same email. */
  write(props: Props, context: MailContext): Template;
  /** Where it goes, if not to the recipient's usual address; undefined if nowhere. */
  sendTo?(cause: Cause, mailTo: UserDocument['mailTo']): OutboxDocument['to'] | undefined;
  /** Its calendar files: the entries that it removes, and those that it makes or changes. */
  calendar?(props: Props): { CANCEL?: EntryFacts[]; REQUEST?: EntryFacts[] };
};

/** Any kind of email. */
export type AnyMail = MailModule<object, object>;

/** Checks a module's types. */
export function defineMail<Cause extends object, Props extends object>(
  mail: MailModule<Cause, Props>,
): MailModule<Cause, Props> {
  return mail;
}

/** For emails about no child. */
export function aboutNoChild<Props>(props: Props): Read<Props> {
  return { props, childIds: [] };
}
