/** The seat of a family in a class: of the only one who joined, or the one that is to be paid for next. */
export type OwnSeat =
  | { state: 'enrolled' }
  /** A bank is working on the payment for it. */
  | { state: 'processing' }
  | {
      state: 'held';
      cartId: string;
      /** When the first of these holds ends. */
      heldUntil: string;
      /** Everything else in the cart, to be paid for together with it. */
      alsoHeld?: string[];
    };
