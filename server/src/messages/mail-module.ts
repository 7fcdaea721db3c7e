import type { MailContent, MailChoice } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { CalendarMethod } from '../calendar-file.ts';
import type { UserDocument } from '../database/collections.ts';
import type { EventOf, EventType } from '../database/event-document.ts';
import type { MailCause, OutboxDocument } from '../database/outbox-document.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import type { FamilyRights } from '../families/family-rights.ts';
import type { Services } from '../services.ts';
import type { NewMail } from './outbox.ts';
import type { EntryFacts } from './parts/props.ts';

/** Who gets an email, with what they may read about children at this moment. */
export type Reader = { user: UserDocument; rights: FamilyRights };

/** What an email says, and of which children it says where they are. */
export type Read<Props> = { props: Props; childIds: ObjectId[] };

/** What every template may use. */
export type MailContext = {
  to: { name: string; address: string };
  /** The site's address, such as https://camp.example, without a slash at its end. */
  publicUrl: string;
  /** The school's, such as `Asia/Dhaka`. */
  timeZone: string;
  /** What cards are charged in, such as `USD`. */
  currency: string;
  /** When the email is written. */
  now: Date;
  /** Where the recipient turns this kind of email off: an absolute address. Missing for essential emails. */
  turnOffLink?: string | undefined;
};

/** Calendar files that go with an email. */
export type Entries = [CalendarMethod, EntryFacts][];

/** An entry of a waiting list while its class can be joined. `free`: the seats that anybody may take. */
export type WaitedEntry = {
  classId: ObjectId;
  campStart: string;
  free: number;
  /** Whether seats go to the list; shortly before the class, they are free for everybody. */
  isOffered: boolean;
  entry: WaitingEntry;
};

/** An email about an entry. Without `notAfter`, it is true until the class is over. */
export type DueOfEntry<C> = Pick<NewMail<C>, '_id' | 'cause'> & { notAfter?: Date };

type Found<Props> = Read<Props> | undefined;

/**
 * All there is to know of one kind of email. A new kind is a module in `kinds/` and a line in `kinds/all.ts`.
 * What causes it is in `on`, `entry` or `look`.
 */
export type MailModule<Cause extends MailCause, Props extends object> = {
  kind: Cause['kind'];
  /** Who turns this off gets none. Without it, the email is essential. */
  choice?: keyof MailChoice;
  /** What it says would be wrong later, so it gets no more time when it is late. */
  isTimely?: true;
  /** Only the owner of the mailbox may see its link, so no list shows the text. */
  isSecret?: true;
  /** The emails that an event causes, by its type; always the same ones. */
  on?: { [T in EventType]?: (event: EventOf<T>, services: Services) => Promise<NewMail<Cause>[]> };
  /** The emails about an entry of a waiting list. */
  entry?(waited: WaitedEntry, services: Services): DueOfEntry<Cause>[];
  /** Adds what is due by now, for emails that depend on the time. */
  look?(services: Services, signal?: AbortSignal): Promise<void>;
  /**
   * Reads what the email says, just before each try to send it, with its reader's rights at that moment.
   * @returns undefined if it is no longer true or wanted
   */
  read?(cause: Cause, reader: Reader, services: Services): Found<Props> | Promise<Found<Props>>;
  /** The same if the recipient has no account. Without `read`, also if they have one. */
  readForAnyone?(cause: Cause, services: Services): Found<Props> | Promise<Found<Props>>;
  /** The subject and the text. Pure: the same props and context give the same email. */
  write(props: Props, context: MailContext): MailContent;
  /** Where it goes, if not to the recipient's usual address; undefined if nowhere. */
  sendTo?(cause: Cause, mailTo: UserDocument['mailTo']): OutboxDocument['to'] | undefined;
  calendar?(props: Props): Entries;
};

/** Any kind of email. */
export type AnyMail = MailModule<MailCause, object>;

/** Checks a module's types. */
export function defineMail<Cause extends MailCause, Props extends object>(
  mail: MailModule<Cause, Props>,
): MailModule<Cause, Props> {
  return mail;
}

/** What is about no child. */
export function aboutNoChild<Props>(props: Props): Read<Props> {
  return { props, childIds: [] };
}

/** @param method makes or changes an entry, or takes it out */
export function listEntries(method: CalendarMethod, entries: EntryFacts[]): Entries {
  return entries.map((entry) => [method, entry]);
}
