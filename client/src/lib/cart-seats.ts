import { toCents } from '@speakifyr/contract/format.ts';
import type { CartItem } from '@speakifyr/contract/cart.ts';

/** The seats of one person in a cart. */
export type CartGroup = { childId: string | null; name: string; courses: CartItem[] };

/** The courses by person, in the order in which they first joined one. */
export function groupByPerson(courses: CartItem[]): CartGroup[] {
  const groups: CartGroup[] = [];
  for (const course of courses) {
    const { childId, student_name: name } = course;
    const group = groups.find((known) => known.childId === childId);
    if (group) group.courses.push(course);
    else groups.push({ childId, name, courses: [course] });
  }
  return groups;
}

/** What a seat is called: `Guitar`, or `Guitar for Mia` if it is a child's. */
export function nameSeat({ name, childId, student_name }: CartItem): string {
  return childId ? `${name} for ${student_name}` : name;
}

/** Why a seat that nobody joined for is held; undefined for all others. */
export function describeHeldSeat(course: CartItem): string | undefined {
  const { name, movesFrom, addsDays, offer, reserved, childId, student_name } = course;
  if (addsDays) return `More days for ${childId ? student_name : 'you'}: the difference in price`;
  if (movesFrom)
    return `The difference for moving ${childId ? student_name : 'you'} from ${movesFrom} to ${name}`;
  if (reserved) return `The camp’s office reserved it for you.${sayTransfer(reserved)}`;
  return offer ? 'Offered to you from the waiting list' : undefined;
}

function sayTransfer({ transfer }: NonNullable<CartItem['reserved']>): string {
  if (!transfer) return '';
  const { account, reference } = transfer;
  return ` Pay by card here, or by bank transfer to ${account}, with the reference ${reference}. The money must arrive in time.`;
}

/** Whether somebody joined for this seat, so that they may join again after its time ran out. */
export function isJoined({ movesFrom, offer, reserved }: CartItem): boolean {
  return !movesFrom && !offer && !reserved;
}

/** How many seats count toward the most that an account may hold. The office’s don’t, nor those of a move. */
export function countHolds(courses: CartItem[]): number {
  return listHeld(courses).filter(({ movesFrom, reserved }) => !movesFrom && !reserved).length;
}

/** What becomes of a seat whose time ran out, as a sentence without a period. */
export function describeLapse({ movesFrom, offer }: CartItem): string {
  if (movesFrom) return `The seat in ${movesFrom} stays as it is`;
  return offer ? 'The seat goes to the next person' : 'The seat is free again';
}

/** What these courses cost together, in whole currency units. Counted in cents, so that no fraction gets lost. */
export function sumPrices(courses: { price: number }[]): number {
  return courses.reduce((cents, { price }) => cents + toCents(price), 0) / 100;
}

/** Everything in the cart that waits for a payment: one payment is for all of it. R233 */
export function listPayable(courses: CartItem[]): CartItem[] {
  return listHeld(courses).filter(({ price }) => price > 0);
}

/** The seats in a cart that still need something from its owner. */
export function listHeld(courses: CartItem[]): CartItem[] {
  return courses.filter((course) => !isProcessing(course));
}

/** What is paid for at once: the name of the only seat, or how many seats. */
export function nameOrder(courses: CartItem[]): string {
  const [only] = courses;
  return only && courses.length === 1 ? nameSeat(only) : `${courses.length} seats`;
}

/** Whether a bank is processing this seat's payment. The seat stays until it decides, and nobody has to do anything. */
export function isProcessing({ state }: Pick<CartItem, 'state'>): boolean {
  return state === 'processing';
}

/** When the first of these holds ends, ISO 8601; undefined if there is none that ends. */
export function findFirstToEnd(holds: Pick<CartItem, 'heldUntil' | 'state'>[]): string | undefined {
  const [first] = holds
    .filter((hold) => !isProcessing(hold))
    .map(({ heldUntil }) => heldUntil)
    .sort();
  return first;
}
