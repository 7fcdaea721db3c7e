import type { ObjectId } from 'mongodb';

/** What lowers a price: uses of discount codes, and financial aid. */

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
