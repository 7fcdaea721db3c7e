/** A student's own seat in a class. */
export type OwnSeat = { state: 'enrolled' } | { state: 'held'; cartId: string; heldUntil: string };
