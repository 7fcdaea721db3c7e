import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { ObjectId } from 'mongodb';
import type { EndedEntry } from './waiting-documents.ts';

/** What the audit log shows of an event. Never contains tokens, passwords or card data. */
type AuditData = {
  target: string;
  /** Every email address in the event. */
  people: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

type AboutClass = { classId: ObjectId };

type AboutTeam = AboutClass & { memberId: ObjectId; userId: ObjectId };

/** `tell`: the guardian who hears of it; `partner`: the other one. Nobody hears of a withdrawn question. */
type AboutCostShare = {
  childId: ObjectId;
  askedAt: Date;
  partner: ObjectId;
  tell: ObjectId | null;
};

type AboutChild = { childId: ObjectId };

type AboutAid = { requestId: ObjectId };

/** What a guardian gave that ends with their right. */
export type EndedKind =
  | 'contacts'
  | 'pick-up code'
  | 'leaving alone'
  | 'photo'
  | 'note'
  | 'invitations'
  | 'absence'
  | 'consent';

/** `lost`: the guardian who lost a right. The others hear of it. */
type AboutGiven = AboutChild & {
  lost: ObjectId;
  after: { ended: EndedKind[]; healthToConfirm: boolean; mustNotCollectToDecide: number };
};

/** `askId`: of `mergeAsked`. */
type AboutMerge = { userId: ObjectId; askId: ObjectId };

/** `handedOver`: of a child, somebody else decides by now who looks after it. `lostCard`: the saved card is gone. */
type AboutReturn = { handedOver?: true; lostCard?: true };

/**
 * Somebody used a friends' code, or its maker said yes to them. `circle`: of the maker; `guestId`: the seat of who used the code;
 * `by`: who did it, and knows.
 */
export type FriendNews = AboutClass & {
  circle: ObjectId;
  guestId: ObjectId;
  news: 'asked' | 'accepted';
  by: ObjectId;
};

type AboutPickupCode = AboutChild & { codeId: ObjectId };

/** A seat that the office had reserved, as it was when its class ended. */
export type EndedReservation = {
  seatId: ObjectId;
  userId: ObjectId;
  childId?: ObjectId;
  days?: string[];
};

/** `reserved`: missing if no seat was. */
type AboutEndedClass = AboutClass & { reserved?: EndedReservation[] };

/** Extra data that readers of some audit events need. */
type AuditDetails = {
  'make pickup code': AboutPickupCode;
  'withdraw pickup code': AboutPickupCode;
  'allow leaving alone': AboutChild;
  'end leaving alone': AboutChild;
  'end what was given': AboutGiven;
  'ask cost share': AboutCostShare;
  'accept cost share': AboutCostShare;
  'decline cost share': AboutCostShare;
  'end cost share': AboutCostShare;
  'take back removal': AboutReturn;
  'ask to merge': AboutMerge;
  /** `answerId`: of formAnswers. */
  'sign form': { answerId: string };
  'enter form': { answerId: string };
  /** `fileId`: of `files` there. */
  'decide document': {
    answerId: string;
    fileId: ObjectId;
    after: { state: string; person: string };
  };
  'award aid': AboutAid;
  'decline aid': AboutAid;
  'allow age': AboutClass & { after: { child: string } };
  'take back age': AboutClass & { after: { child: string } };
  'cancel class': AboutEndedClass & { before: { status: string; instructor: string | null } };
  'remove course': AboutEndedClass & { before: { status: string; instructor?: null } };
  'add course': AboutClass;
  'publish course': AboutClass;
  'unpublish course': AboutClass;
  'update course': AboutClass;
  'unassign course': AboutClass;
  'message to class': {
    after: {
      subject: string;
      text: string;
      from: string;
      group: MessageGroup;
      classId: string[];
      /** Only those in this group of the class. */
      groupId?: string | undefined;
      /** Only those who lack this form. */
      formId?: string | undefined;
    };
  };
  'add to team': AboutTeam;
  'change team days': AboutTeam;
  'remove from team': AboutTeam;
  'reserve seat': AboutClass & { seatId: ObjectId };
  'make pay link': { userId: ObjectId; linkId: ObjectId };
  /** `due`: the day of the first part that the account owes now. */
  'pass on debt': AboutClass & { seatId: ObjectId; userId: ObjectId; due: string };
  'record incident': { after: { person: string; isChild: boolean; record: string } };
  'reply to message': { after: { message: string; reply: string } };
};

/** Who gets an email at an address that has just ended, and why it ended. R498 */
export type OldAddress = {
  userId: ObjectId;
  name: string;
  address: string;
  why: 'corrected' | 'unlinked' | 'emails elsewhere';
};

/**
 * What the audit log does not show. Only ids and an account's old address, deleted once the emails are in the outbox, so no personal data piles up.
 * The mailer reads the current state, so a duplicate is harmless.
 */
type NewsData = {
  /** A new user's address is confirmed. */
  'user joined': { userId: ObjectId };
  /** An account, or its emails, no longer have this address; or its log-in was unlinked. */
  'address ended': OldAddress;
  /** It bought a seat, was refunded, or was refused by the bank that was processing it. */
  'payment ended': { paymentId: string };
  /** A check or a bank transfer bounced, and its seats are reserved again or have ended. */
  'payment bounced': { paymentId: string };
  /** The saved card was declined for a part that is due. */
  'installment declined': { paymentId: string };
  /** A payment has a new dispute, or an inquiry has become one. */
  'payment disputed': { paymentId: string };
  /** Its payer hears of it, or an admin has to look at it. */
  'refund changed': { refundId: string };
  /** A seat is canceled or resold. */
  'seat canceled': { changeId: ObjectId };
  /** Nobody has a seat anymore that was paid or free. For webhooks. An older version named the cancellation. */
  'seat ended': { seatId: ObjectId; classId: ObjectId } | { changeId: ObjectId };
  /** Money has left a payment for a refund or a bank. For webhooks. */
  'money returned': { paymentId: string; refundId: string; attempt: number; amount: number };
  /** A seat has moved, or the family must pay for that. */
  'seat moved': { changeId: ObjectId };
  /** An entry of a waiting list has ended: with the whole list, after two offers, or for a misfit. */
  'waiting ended': AboutClass & EndedEntry;
  'friends news': FriendNews;
  'message arrived': { messageId: ObjectId };
  'guardian invited': { childId: ObjectId; invitationId: ObjectId };
  /** An account that may be a guardian's has a new name. */
  'guardian renamed': { userId: ObjectId };
  /** An account is a guardian of its children again, because its removal was taken back. */
  'guardian back': { userId: ObjectId };
  /** A child left with an adult who had a pick-up code. */
  'left with code': { childId: ObjectId; tapId: string };
  /** The team recorded that a child came, left or is absent, or that this was a mistake. */
  'tap written': { childId: ObjectId; tapId: string };
  /** An offline phone let a child go in a way that was not allowed. */
  'left not allowed': { childId: ObjectId; tapId: string };
  /** A guardian said that a child does not come on a day, or that it comes after all. */
  'family said': { childId: ObjectId; tapId: string };
};

/** The types of events that the audit log does not show. */
export type NewsType = keyof NewsData;

/** The data of each type of event. */
export type EventData = NewsData & {
  [A in AuditAction]: AuditData & (A extends keyof AuditDetails ? AuditDetails[A] : unknown);
};

export type EventType = keyof EventData;

/** Who did something: an account, or nobody. */
export type Actor = ObjectId | 'system';

/** An event of one of these types. */
export type EventOf<T extends EventType> = {
  [K in T]: {
    /** Random, or a name such as refund-pi_… for something that happens only once. */
    _id: string;
    type: K;
    at: Date;
    by: Actor;
    data: EventData[K];
    /** Until then, the request may undo it, so it stays in the changed document. */
    undoableUntil?: Date;
    /** Those of the target, in the collection `events`. See search-words.ts */
    searchWords?: string[];
    /** Set in the collection `events` until the emails that it causes are in the outbox. */
    mailDue?: true;
    /** Set there in the same way until its webhooks are in `webhookDeliveries`. Only for `HOOKED`. */
    hookDue?: true;
  };
}[T];

/** The events that cause webhooks: programs/describe-hooks.ts says which. */
export const HOOKED = [
  'payment ended',
  'payment bounced',
  'refund changed',
  'money returned',
  'seat ended',
  'seat moved',
  'add course',
  'publish course',
  'unpublish course',
  'update course',
  'unassign course',
  'cancel class',
  'remove course',
] as const satisfies EventType[];
export type HookedType = (typeof HOOKED)[number];

/**
 * Something that happened. The update that makes a change pushes its event onto `events` of the document that changes,
 * so that a crash can't lose it. The relay moves it to the collection `events`, once; the audit log and the mailer read
 * it there. decisions/0053
 */
export type SchoolEvent = EventOf<EventType>;

/** What the admins' audit log shows. Never changes, except that an account's deletion replaces email and name. */
export type AuditEvent = EventOf<AuditAction>;

/** A document that changes. */
export type WithEvents = { events?: SchoolEvent[] };
