import type { CertificateFacts } from '@speakifyr/contract/certificates.ts';
import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import type { AdminBundle, GuardianRight, KeyKind, Role } from '@speakifyr/contract/limits.ts';
import type { ItemState, PaymentState } from '@speakifyr/contract/money-states.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import type { PriceLine, Pricing } from '@speakifyr/contract/prices.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { SeatExtra } from '@speakifyr/contract/seat-extras.ts';
import type { ByDay } from '@speakifyr/contract/sold-by-day.ts';
import type { SeatTax } from '@speakifyr/contract/tax.ts';
import type { PaidTexts } from '@speakifyr/contract/text-version.ts';
import type { TextPart } from '@speakifyr/contract/text-parts.ts';
import type { Collection, Db, ObjectId } from 'mongodb';
import type { AuditEvent, SchoolEvent, WithEvents } from './event-document.ts';
import type {
  ChildContactsDocument,
  ChildDocument,
  ChildHealthDocument,
  ChildPhotoDocument,
  InvitedAddressDocument,
  SafetyRecordDocument,
  TapDocument,
} from './family-documents.ts';
import type { FormAnswerDocument, FormDocument, FormPartDocument } from './form-documents.ts';
import type { ImportDocument } from './import-document.ts';
import type {
  ClosedMonthDocument,
  CreditNoteDocument,
  Fee,
  HeldMove,
  LostLine,
  Movement,
  ReceiptDocument,
  RefundDocument,
  SettingsDocument,
  SeatChangeDocument,
  StatementDocument,
} from './money-documents.ts';
import type { OutboxDocument } from './outbox-document.ts';
import type { DeliveryDocument, WebhookDocument } from './webhook-documents.ts';
import type { ResoldSeat, SeatOffer, WaitingDemand, WaitingEntry } from './waiting-documents.ts';

/** The types of the documents in each collection. */

/** A person. An instructor is a user with that role; the class says who teaches it. */
export type UserDocument = {
  _id: ObjectId;
  name: string;
  photo: string;
  /** How the office reaches them, if they gave one. */
  phone?: string;
  /** Name and phone as the office finds them: search-words.ts. */
  searchWords: string[];
  /** Asked for when they first want a seat for themselves, yyyy-mm-dd. */
  birthDate?: string;
  /** Lower case and unique. */
  email: string;
  /** The person's id at the provider. Missing before their first log-in, and after an admin unlinked the sign-in. */
  uid?: string;
  /** Whether the provider had confirmed the address at the last log-in. */
  isVerified: boolean;
  /** Stands for the provider's account as of the last log-in. Only sessions with the same value count. */
  credentials: string;
  /** Sessions from before do not count, whatever the account's state is: a removal was taken back then. R594 */
  sessionsSince?: Date;
  /** The latest log-in with this address by another account at the provider. */
  otherSignIn?: { uid: string; isVerified: boolean; at: Date };
  role: Role;
  /** What an admin may do. Missing: everything, as a director. */
  bundle?: Exclude<AdminBundle, 'director'>;
  /** The text on an instructor's card; empty for others. */
  details: string;
  /** Whether an instructor wants to be named on the pages of classes they assist. It ends with the role. */
  isNamed?: boolean;
  createdAt: Date;
  /** The version of the terms that the person agreed to at sign-up. */
  agreedTerms?: { of: string; at: Date };
  /**
   * Set when somebody gets an account that has agreed to no terms, until they do. Missing, without `agreedTerms`: the account is
   * from before the school recorded that. R633
   */
  owesTerms?: true;
  /**
   * A removed user stays in the database, so that they can't sign up again. A user who deletes their own account is
   * `deleting` until everything is gone. After that, the record is `deleted`: a random address and no name, for the
   * seats and payments that stay. They can sign up again.
   */
  status: 'active' | 'removed' | 'deleting' | 'deleted';
  /**
   * Set with `removed`, for as long as it can be taken back: who did it and why, and for which children they lost their
   * rights. `wasOwner`: they decided who looks after the child. `sharedCost`: it ended that they shared its cost.
   * `checkAfter`: when another server may take over the work; missing if nothing is on its way. `isDone`: it can be taken
   * back. `back`: who is just taking it back, and why; with `active`. Missing: it was too long ago, or an earlier version
   * did it. R592
   */
  removal?: {
    at: Date;
    by: ObjectId;
    note?: string;
    children: {
      childId: ObjectId;
      may: GuardianRight[];
      wasOwner?: true;
      sharedCost?: true;
    }[];
    hadCard?: true;
    checkAfter?: Date;
    isDone?: true;
    back?: { at: Date; by: ObjectId; note?: string };
  };
  /** Set with `deleted` if one of their camps isn't over: their name is on the roster through this day (yyyy-mm-dd). */
  nameUntil?: string;
  /**
   * While `deleting`: the address that replaces the email, and when another server may take over the work. `into`: the
   * account that gets everything first, because the families merge. `isMoving`: that is decided, and some of it may
   * already be there. `event`: for the audit log once it is decided; older locks had written it at once. `join`: records
   * of children that become one. `isUndecided`: it is locked to look whether it may go, and goes only once that is known.
   */
  deletion?: {
    pseudonym: string;
    checkAfter: Date;
    isUndecided?: true;
    into?: ObjectId;
    isMoving?: true;
    event?: AuditEvent;
    join?: { from: ObjectId; into: ObjectId }[];
  };
  /** What the family writes on bank transfers, without spaces: payments/pay-reference.ts. */
  payReference?: string;
  /** Set with `deleted` if the family was merged into another account, which gets the transfers with its reference. */
  mergedInto?: ObjectId;
  /**
   * Set when the office opens the account, until its owner gets it. Missing: somebody logs in to it, or did before an
   * admin unlinked it, and only they get it back. R497
   */
  isUnclaimed?: true;
  /** When an instructor whose account is unclaimed was last invited again. */
  invitedAt?: Date;
  /**
   * The code with which the owner takes over an account that nobody has logged in to, as a keyed hash:
   * families/office-families.ts.
   */
  claim?: { hash: string; until: Date };
  /** The link with which anybody pays for these seats, with the code as a keyed hash: payments/pay-link.ts. */
  payLink?: { id: ObjectId; hash: string; seatIds: ObjectId[] };
  /** The office asks its owner to give everything to another account: account/ask-to-merge.ts. R496 */
  mergeAsked?: {
    id: ObjectId;
    into: ObjectId;
    by: ObjectId;
    note: string;
    until: Date;
    /** The children whose two records become one. */
    join?: ObjectId[];
  };
  /** How many wrong pick-up codes and friends' codes they have entered in an hour: families/use-pickup-code.ts. */
  codeTries?: { since: Date; count: number };
  /**
   * The user's recent holds, for the limits of seats/hold-limits.ts. Each change raises the revision. A
   * hold that has ended is dropped when another one begins.
   */
  holds?: HoldEntry[];
  holdsRevision?: number;
  /** Whether the account has ever joined a waiting list. Only then can seats be offered to it. */
  hasJoinedLists?: true;
  /** An instructor's times for classes that are being written right now: classes/instructor-time.ts. */
  timeClaims?: TimeClaim[];
  /** See SchoolEvent. */
  events?: SchoolEvent[];
  /** Which emails they want besides the essential ones. The defaults are `USUAL` in messages/mail-choice.ts. */
  mail?: Partial<MailChoice>;
  /**
   * Where their emails go instead of `email`, once they have confirmed it. `token`: sent to that address, so it proves
   * that they read mail there. decisions/0051
   */
  mailTo?: { address: string; at: Date; token: string; confirmed: boolean };
  /** In the address of their calendar. Missing until they ask for one. Only they read it. */
  calendarSecret?: string;
  /**
   * Set while parts of a price are charged to it: what its owner knows it by, and its ids at Stripe. `checkAfter`: when
   * a server next checks for due parts.
   */
  card?: {
    customerId: string;
    cardId: string;
    brand: string;
    last4: string;
    expMonth: number;
    expYear: number;
    savedAt: Date;
    checkAfter: Date;
  };
  /** An instructor's certificates, in the order in which admins checked them: users/certificates.ts. */
  certificates?: CertificateEntry[];
  /** Set once they are no longer an instructor: certificates are kept through this day (yyyy-mm-dd). */
  certificatesUntil?: string;
  /** The office's notes about the family, oldest first. Only admins read them. */
  officeNotes?: { _id: ObjectId; text: string; by: ObjectId; at: Date }[];
  /** Set if the office opened it: a fingerprint of all that it typed, for when that request comes again. */
  request?: string;
};

/** A certificate of an instructor. At most MAX_CERTIFICATES. `by`: the admin who checked it. */
export type CertificateEntry = CertificateFacts & { _id: ObjectId; by: ObjectId };

/**
 * A hold that a user began. Removed when its seat is paid for. The seat may be free again by now; `isOver` is set just
 * before the student or an admin releases it, and when the seat of a free class is taken.
 */
export type HoldEntry = {
  seatId: ObjectId;
  classId: ObjectId;
  /** Missing if the account joined for itself. */
  childId?: ObjectId;
  /** Those of the seat. */
  days?: string[];
  at: Date;
  isOver?: true;
};

/** The times of a class that is getting this instructor, or new hours. */
export type TimeClaim = {
  _id: ObjectId;
  classId: ObjectId;
  name: string;
  camp_start: string;
  camp_end: string;
  days: string[];
  dailyStart: string | null;
  dailyEnd: string | null;
  at: Date;
};

type SeatOwner = {
  /** Stays the same when the held seat is paid. */
  seatId: ObjectId;
  /** The account that booked the seat. */
  userId: ObjectId;
  /** The child that the seat is for. Missing if the account joined for itself. */
  childId?: ObjectId;
  joinedAt: Date;
  /** The days that were chosen of a class that is sold by day, in order, yyyy-mm-dd. Missing: all of them. R647 */
  days?: string[];
  /** The school's tax when the seat was held. Missing without one. decisions/0124 */
  tax?: SeatTax;
};

/** A seat that is reserved for a student who has not paid yet. */
export type HeldSeat = SeatOwner & {
  state: 'held';
  heldUntil: Date;
  /** Whether the hold was extended. Opening the payment page extends it once. */
  renewed: boolean;
  /** A keyed hash of the network address that the student joined from. */
  addressHash?: string;
  /** Its price as of the hold. Missing if the class was free, and for an offer until its email is out. */
  pricing?: Pricing;
  /** What the family chose for it. Missing if nothing. They take places in the class like those of paid seats. */
  extras?: SeatExtra[];
  /** Set if it was offered to somebody on the waiting list. */
  offer?: SeatOffer;
  /** Set if another seat moves here once the difference is paid. */
  move?: HeldMove;
  /**
   * Set if the office holds it for the family. `price`: what was agreed, in whole currency units, without extras; the
   * most that it costs. `pricing`: by which it came about. Missing: another price was agreed, or it was reserved before
   * this was kept; then its price does not depend on what is paid with it. R431
   */
  reserved?: { price: number; by: ObjectId; lines?: PriceLine[]; pricing?: Pricing };
};

/** A paid seat. */
export type EnrolledSeat = SeatOwner & {
  state: 'enrolled';
  entry_code: string;
  paymentId: string;
  /** The price paid, or the one agreed with a plan, in whole currency units. Includes extras. */
  price: number;
  /** How it came about. Missing if nothing was taken off or added. */
  lines?: PriceLine[];
  /** What the family has chosen for it, paid or not. Missing if nothing. decisions/0077 */
  extras?: SeatExtra[];
  /**
   * What its moves have lost of the discounts of other seats. What nothing came back from which to take comes off what a
   * later change gives back. R472
   */
  lost?: LostLine[];
  enrolledAt: Date;
  /** Set if the price is paid in parts. With `coPay`, it covers what the booker pays. */
  plan?: SeatPlan;
  /** Set if another household pays a share of the price: who, and its plan. decisions/0065 */
  coPay?: { userId: ObjectId; plan: SeatPlan };
  /** Its owner is refunded once somebody else enrolls. Until then, the class has one more free seat than places. */
  isForResale?: true;
  /** The move that brought it here from another class. It names the seat's calendar entry. */
  movedBy?: ObjectId;
  /** Where the office has put its person among the groups. Missing: nowhere. decisions/0132 */
  grouping?: SeatGrouping;
  /** With whom its family wishes its person to be: families/friends.ts. Missing: nobody. It ends as `grouping` does. */
  friends?: SeatFriends;
};

/**
 * `group`: of the class. `together`, `apart`: ids of pairs; the two seats that share one should be in one group, or must not
 * be. Only the office reads these. It ends with the seat, and when that gets another class or another child.
 */
export type SeatGrouping = { group?: ObjectId; together?: ObjectId[]; apart?: ObjectId[] };

/**
 * `own`: the circle that its family made, with the code as a keyed hash. `joined`: the circles of other seats, by their ids.
 * `isFriend`: who made it said yes.
 */
export type SeatFriends = {
  own?: { _id: ObjectId; hash: string; until: Date } | undefined;
  joined?: { circle: ObjectId; isFriend?: true }[];
};

/** What the office agreed with a family about the price of a seat, or a parent by card. decisions/0062 */
type AgreedPlan = {
  /** The first one is the deposit, due on the day of the agreement. Together, they were the price. */
  parts: PlanPart[];
  agreedAt: Date;
  /** The admin, or the parent if they pay by card. */
  by: ObjectId;
  /**
   * Set if due parts are charged to that parent's saved card: what they agreed to, and in which version of the school's text.
   * Older ones have none. decisions/0064
   */
  byCard?: { text: string; version?: string };
};

/** A plan and what is paid of it. What is owed follows from `parts` and `paid`: contract/src/owed.ts. */
export type SeatPlan = AgreedPlan & {
  /** What each payment paid of these parts, the deposit included, in cents. Each payment is here once. */
  paid: { paymentId: string; amount: number }[];
  /** The day of the oldest part that is still owed, for the index. Missing if nothing is. */
  due?: string;
  /** Who owes it, if it has passed from the booker to another guardian. Missing: the booker. decisions/0082 */
  payerId?: ObjectId;
};

export type Seat = HeldSeat | EnrolledSeat;

/**
 * A class contains its seats, so that every change of a seat is one atomic update of one document. `sit` is the number
 * of free seats. Archived classes can't be seen or joined; students who paid keep their seats. Only admins see a
 * draft, which has no seats taken and no instructor. Ages, hours and place are optional.
 */
export type ClassDocument = Partial<ClassFacts> & {
  _id: ObjectId;
  name: string;
  image: string;
  sit: number;
  price: number;
  assign_room: number;
  /** The first and the last of its days, yyyy-mm-dd. */
  camp_start: string;
  camp_end: string;
  /** All days on which it meets, in order: class-days.ts. Empty if it lasts longer than a year. R645 */
  days: string[];
  /** How families may take some of its days. Missing or null: they can't. R647 */
  byDay?: ByDay | null;
  course_tag: string;
  /** The user who teaches it; null if not assigned. */
  instructorId: ObjectId | null;
  details: string;
  status: 'open' | 'draft' | 'archived';
  seats: Seat[];
  /** The number of the next entry code. */
  nextEntryNumber: number;
  /** Lines that can never get a seat again, because they were paid too late or refunded: `<paymentId>:<seatId>`. */
  refusedItems: string[];
  /** The number of changes by admins. */
  revision: number;
  /** The number of all changes: class-store.ts. Code that decides by what it read compares it when it writes. */
  version: number;
  events?: SchoolEvent[];
  /** The waiting list: seats/queue.ts. */
  waiting?: WaitingEntry[];
  demand?: WaitingDemand;
  /** Seats for resale that somebody else has taken. Their refunds are not on their way yet. */
  resold?: ResoldSeat[];
  /** Set with `archived` if the school has canceled the class: everybody gets their money back. */
  canceled?: { at: Date; by: ObjectId; note: string; message?: string; seats: number };
  /** Its staff besides its instructor. At most MAX_TEAM, including those whose days are over: families/team-days.ts. */
  team?: TeamMember[];
  /** Missing: none. decisions/0132 */
  groups?: ClassGroup[];
  /** How often admins have set the groups. Missing: never. */
  groupsVersion?: number;
  /** Of an imported draft: who gets it when it is published, if they still can then. R616 */
  plannedInstructorId?: ObjectId;
};

/** A group of a class. `places`: on each day. `leaders`: users; who has left the class's team since does not count. */
export type ClassGroup = {
  _id: ObjectId;
  name: string;
  ageFrom: number | null;
  ageTo: number | null;
  places: number | null;
  leaders: ObjectId[];
};

/** Somebody on the team of a class. `from` and `to` are their first and last day, yyyy-mm-dd. */
export type TeamMember = {
  _id: ObjectId;
  userId: ObjectId;
  role: 'assistant' | 'substitute';
  from: string;
  to: string;
};

/** One line of a payment: what it pays for one seat. A payment has at most one line for a seat. */
export type PaymentItem = {
  /** The seat. If the line is the difference for a move, the seat that moves. */
  seatId: ObjectId;
  classId: ObjectId;
  /** Missing if the seat is for the account itself. */
  childId?: ObjectId;
  /** Who the seat is for: the child or the account's owner. */
  name: string;
  /** Those of the seat that it pays for. */
  days?: string[];
  /** Integer cents. */
  amount: number;
  /** How the price it pays for came about. Missing if nothing was taken off or added. */
  lines?: PriceLine[];
  /** The extras that it pays for and that the seat is given with. */
  extras?: SeatExtra[];
  /** That of the seat. */
  tax?: SeatTax;
  /** What credit pays on top of it, in integer cents. Once the seat is given, that becomes its own payment. */
  credit?: number;
  state: ItemState;
  /** Set once the seat was given, or has moved. It stays when the seat ends. Missing if there was no seat. */
  isGiven?: true;
  /** Set if it is the difference for a seat that moves to a dearer class: see MoveDocument. */
  moveId?: ObjectId;
  /** Set if it is a deposit: what was agreed about the balance. */
  plan?: AgreedPlan;
  /** Set if another household pays a share of the price: who, and what and when. */
  coPay?: { userId: ObjectId; plan: AgreedPlan };
  /** Set if it pays what is owed for a seat that is enrolled. */
  isRest?: true;
  /** Set with `isRest` if it pays the other household's share. */
  isCoPay?: true;
  /**
   * Set with `isRest` if it is for certain parts: the day of the last one (yyyy-mm-dd). Once another payment has paid
   * that part, this one is refused, and never pays a later part.
   */
  upTo?: string;
  /** The last move that moved the seat of this line to another class or child. */
  movedBy?: ObjectId;
  /** Set if it is for no seat, and becomes the family's credit. Then no seat and no class has its ids. */
  isForCredit?: true;
};

/** The line of a bank's list that a payment is, or a part of it, in integer cents. R597 */
type ListedTransfer = {
  /** All that the bank wrote: the reference may end before. Other files are compared with it. Older ones have none. */
  text?: string;
  /** When it came on the list: the same for all lines of one file. Older ones have none. */
  addedAt?: Date;
  /** All of it. */
  of: number;
  /** What was left for other families after this part. Missing for the last one. */
  left?: number;
  /** Set if another part was booked before. */
  isRest?: true;
};

/**
 * The ledger: one document per payment, written before anyone can pay it. The payment record of the spec (section 3)
 * stands in it like this: `transactionId` is `_id`, `pay` the status, date and time are `settledAt`, and each seat has
 * `classId`, `cartId` (`seatId`) and `price` (`amount`) in `items`. R530
 */
export type PaymentDocument = {
  /** The PaymentIntent's id; free_… for a free class, office_… for what the school took, credit_… for what credit paid. */
  _id: string;
  method: PaymentMethod;
  /** Set if the office took the money: when it came (yyyy-mm-dd), its number, and who took it. */
  received?: {
    day: string;
    reference: string;
    by: ObjectId;
    /** Set if it was on the list of open transfers. */
    transfer?: ListedTransfer;
  };
  /** The last four digits of the card, for the office's search. Missing if it was not paid by card, or before 0.3. */
  last4?: string;
  /**
   * Set if a request with an id of its own began it: a fingerprint of all that it said, for when it comes again. Older
   * ones have none: they are like no request.
   */
  request?: string;
  /** The account that pays. */
  userId: ObjectId;
  /** The account's email and name when it paid, for the office's search. Replaced if the account is deleted. */
  email: string;
  studentName: string;
  /** Both as the office finds them: search-words.ts. Older payments have none, and are read through. */
  searchWords?: string[];
  /** At least one. A free class has a payment of its own. */
  items: PaymentItem[];
  /** Integer cents: the sum of the items. */
  amount: number;
  /**
   * What the school keeps once the money has arrived, in integer cents: the amount minus all refunds that are made. People
   * see `keptOf`. Below 0 if it bounced after some of it had gone back: the family owes that.
   */
  kept: number;
  /** The credit that pays for it, or for a part of it: the refunds that were kept as credit, and how much of each. */
  credits?: { refundId: string; amount: number }[];
  /** Oldest first. Each update of `kept` adds one. Once the money has arrived, they sum up to `kept`. */
  movements: Movement[];
  /** The fees that Stripe has reported so far, oldest first. */
  fees?: Fee[];
  /** The refunds that `kept` takes into account, each with its attempt: `<refund id>:<attempt>`. */
  refundIds: string[];
  /** Failed attempts, in the same form. Nothing is set aside for them anymore. */
  failedRefundIds?: string[];
  /** What this payment was charged in, whatever the school's currency is now. In lower case, such as usd. */
  currency: string;
  status: PaymentState;
  createdAt: Date;
  /** When a job checks it next, while open. */
  checkAfter: Date;
  /**
   * The texts that the payer agreed to when they pressed Pay below a card. `byLink`: they had a link, and may not be the
   * account’s owner. Missing: no such page, or from before it was recorded. R635
   */
  agreed?: { texts: PaidTexts; at: Date; byLink?: true };
  /** Set if the saved card is charged for a part that is due. */
  installment?: {
    /** The part's day. */
    due: string;
    /** 1 for the first try. */
    attempt: number;
    /** The card was declined, so this payment ends. */
    decline?: {
      /** Stripe's word for the bank's reason, and what may help: `Decline` in outside/stripe-objects.ts. */
      code: string;
      advice: 'later' | 'another card' | 'the payer';
      cardId: string;
      at: Date;
    };
  };
  /** Set with `open` while the payer's bank is working on it, as far as Stripe has told us. */
  isProcessing?: true;
  settledAt?: Date;
  /** When status or `kept` last changed. */
  changedAt?: Date;
  /** The refund policy that its seats are bought under. */
  terms: RefundTerms;
  /** Set if the payer's bank questions it. `dueBy`: when Stripe wants an answer. */
  dispute?: {
    stripeId: string;
    /** Integer cents. */
    amount: number;
    /** `lost` stays while the school appeals, and becomes `won` if the bank gives the money back. */
    state: 'open' | 'won' | 'lost';
    /** Stripe's own word for its status. */
    status: string;
    /** Set with `open` while money can go back: the bank only asks (an inquiry), and has not taken any. */
    isRefundable?: true;
    dueBy?: Date;
    at: Date;
  };
  /** Each change of its disputes, oldest first, with the time when we recorded it. */
  disputeChanges?: {
    stripeId: string;
    state: 'open' | 'won' | 'lost';
    status: string;
    at: Date;
  }[];
  /**
   * Set with `refunded`: there was no seat left, or nothing owed anymore, the school returned the money at Stripe, or
   * the bank did after a dispute that the school lost.
   */
  refundReason?: 'no seat' | 'not owed' | 'by the school' | 'dispute';
  /** Its receipt is to be issued. */
  receiptDue?: true;
  /** Set before its seats are freed because all of it went back. They are freed even if the refund fails meanwhile. */
  isReturning?: true;
  events?: SchoolEvent[];
};

/** Visits to the instructors' page, counted by day (`_id` is yyyy-mm-dd). */
export type VisitDayDocument = { _id: string; visits: number };

/** An account that its owner deleted. Kept for a few hours, so that an earlier session can't register a user. */
export type DeletedAccountDocument = {
  /** The person's id at the provider. */
  _id: string;
  deletedAt: Date;
};

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

/**
 * One use of a discount code: ledger/code-uses.ts. `place` is its place among all uses, `ownPlace` among those of the
 * account.
 */
export type CodeUseDocument = {
  /** `<the discount's id>:<the seat's first id>` */
  _id: string;
  discountId: string;
  classId: ObjectId;
  seatId: ObjectId;
  /** Set if its payment bounced and it was reserved again: the id that it had until then. */
  was?: ObjectId;
  userId: ObjectId;
  /** Missing if the account joined for itself. */
  childId?: ObjectId;
  place: number;
  ownPlace: number;
  at: Date;
};

/** A family's request for financial aid: prices/aid-store.ts. Only the family and directors read it. decisions/0078 */
export type AidRequestDocument = {
  _id: ObjectId;
  /** The account that asks. */
  userId: ObjectId;
  /** The child that it is for. Missing: the account itself. */
  childId?: ObjectId;
  /** Erased some days after the answer, like `canPay` and `answer`. */
  words?: string;
  /** For each class, in cents. */
  canPay?: number;
  askedAt: Date;
  /** The account, while nobody has answered. Unique: an account has one open request. */
  openFor?: ObjectId;
  answeredAt?: Date;
  /** The director who answered. */
  by?: ObjectId;
  answer?: string;
  /** Missing if the school can't help. `until`: its last day, yyyy-mm-dd; ending it sets that to yesterday. */
  award?: {
    percent: number | null;
    /** In cents. */
    amount: number | null;
    isForAll: boolean;
    classIds: string[];
    until: string;
  };
  /** Set until the answer is in the audit log and the award in the family's cart. */
  isDue?: true;
};

/** An API key of one of the school's programs: programs/api-keys.ts. decisions/0091 */
export type ApiKeyDocument = {
  _id: ObjectId;
  name: string;
  kind: KeyKind;
  /** SHA-256 of the key, in hexadecimal digits. Missing once it is revoked. The key itself is nowhere. */
  hash?: string;
  /** How the key begins. */
  start: string;
  /** Its last day, yyyy-mm-dd. */
  until: string;
  by: ObjectId;
  createdAt: Date;
  /** Written at most once an hour. */
  lastUsedAt?: Date;
  events?: SchoolEvent[];
};

/** The layout of the data: layout.ts. There is one such document. */
export type LayoutDocument = {
  _id: 'layout';
  number: number;
  /** Which version marked or migrated the data. Missing if that was 0.1.0 or older. */
  version?: string;
  commit?: string;
  /** What the ids of calendar entries end with. Missing in a school that began when that was OLD_ENTRY_ENDING. R639 */
  entryEnding?: string;
  /** Set while a program migrates it: migrate.ts. */
  migrating?: { by: string; until: Date };
};

/**
 * A transfer of a bank's list that is not booked yet. It is deleted once it is booked, so this is a list of what is to be
 * done, and no part of the books. decisions/0116
 */
export type OpenTransferDocument = {
  /** The id of the line (a UUID), which is also the id of the request that books it. */
  _id: string;
  /** yyyy-mm-dd */
  day: string;
  /** Integer cents, in the school's currency. */
  amount: number;
  /** Who sent it and what they wrote. */
  text: string;
  /** All of the transfer, if a part of it is booked: then this is what is left. R597 */
  of?: number;
  addedAt: Date;
  /** Set if the office has said why it is no family's. */
  aside?: { note: string; by: ObjectId; at: Date };
};

/**
 * A text of the school as people read it in one of its versions, with the facts of that time. Written once, and never changed or
 * deleted: what somebody agreed to names it. decisions/0121
 */
export type TextVersionDocument = {
  /** Its name and its version: `healthConsent 2026-11-26`. */
  _id: string;
  parts: TextPart[];
};

// Rules: R21.
export type Collections = {
  users: Collection<UserDocument>;
  classes: Collection<ClassDocument>;
  payments: Collection<PaymentDocument>;
  openTransfers: Collection<OpenTransferDocument>;
  visitDays: Collection<VisitDayDocument>;
  events: Collection<SchoolEvent>;
  deletedAccounts: Collection<DeletedAccountDocument>;
  contactMessages: Collection<ContactMessageDocument>;
  outbox: Collection<OutboxDocument>;
  children: Collection<ChildDocument>;
  childContacts: Collection<ChildContactsDocument>;
  childHealth: Collection<ChildHealthDocument>;
  childPhotos: Collection<ChildPhotoDocument>;
  invitedAddresses: Collection<InvitedAddressDocument>;
  forms: Collection<FormDocument>;
  formAnswers: Collection<FormAnswerDocument>;
  formParts: Collection<FormPartDocument>;
  attendance: Collection<TapDocument>;
  safetyRecords: Collection<SafetyRecordDocument>;
  refunds: Collection<RefundDocument & WithEvents>;
  receipts: Collection<ReceiptDocument>;
  creditNotes: Collection<CreditNoteDocument>;
  statements: Collection<StatementDocument>;
  seatChanges: Collection<SeatChangeDocument>;
  settings: Collection<SettingsDocument>;
  textVersions: Collection<TextVersionDocument>;
  closedMonths: Collection<ClosedMonthDocument>;
  codeUses: Collection<CodeUseDocument>;
  aidRequests: Collection<AidRequestDocument>;
  apiKeys: Collection<ApiKeyDocument>;
  webhooks: Collection<WebhookDocument>;
  webhookDeliveries: Collection<DeliveryDocument>;
  imports: Collection<ImportDocument>;
  layout: Collection<LayoutDocument>;
};

/** @returns the typed collections of a database */
export function openCollections(db: Db): Collections {
  return {
    users: db.collection('users'),
    classes: db.collection('classes'),
    payments: db.collection('payments'),
    openTransfers: db.collection('openTransfers'),
    visitDays: db.collection('visitDays'),
    events: db.collection('events'),
    deletedAccounts: db.collection('deletedAccounts'),
    contactMessages: db.collection('contactMessages'),
    outbox: db.collection('outbox'),
    children: db.collection('children'),
    childContacts: db.collection('childContacts'),
    childHealth: db.collection('childHealth'),
    childPhotos: db.collection('childPhotos'),
    invitedAddresses: db.collection('invitedAddresses'),
    forms: db.collection('forms'),
    formAnswers: db.collection('formAnswers'),
    formParts: db.collection('formParts'),
    attendance: db.collection('attendance'),
    safetyRecords: db.collection('safetyRecords'),
    refunds: db.collection('refunds'),
    receipts: db.collection('receipts'),
    creditNotes: db.collection('creditNotes'),
    statements: db.collection('statements'),
    seatChanges: db.collection('seatChanges'),
    settings: db.collection('settings'),
    textVersions: db.collection('textVersions'),
    closedMonths: db.collection('closedMonths'),
    codeUses: db.collection('codeUses'),
    aidRequests: db.collection('aidRequests'),
    apiKeys: db.collection('apiKeys'),
    webhooks: db.collection('webhooks'),
    webhookDeliveries: db.collection('webhookDeliveries'),
    imports: db.collection('imports'),
    layout: db.collection('layout'),
  };
}
