import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { formatDay, formatIsoDay } from '../../lib/format.ts';
import { listNames } from '../../lib/list-names.ts';
import { sayFirstName } from '../../lib/say-first-name.ts';

type Seat = Pick<
  EnrolledClass,
  'camp_end' | 'classData' | 'price' | 'share' | 'isPayer' | 'paidBy' | 'childId' | 'student_name'
>;

/** The names of a child's other guardians, by the child's id. */
export type OtherGuardians = Map<string, string[]>;

/**
 * Tells students before they delete their account what they lose, and what stays with whom; see docs/privacy.md. Only
 * what this person has paid is theirs to lose. R537
 */
export function describeDeletion(enrolled: Seat[], others: OtherGuardians, today: Date): string {
  const day = formatIsoDay(today);
  const ahead = enrolled.filter(({ camp_end }) => camp_end >= day);
  const othersOf = ({ childId }: Seat) => (childId && others.get(childId)) || [];
  const own = ahead.filter(({ isPayer }) => isPayer);
  const paid = own.filter(({ price }) => price > 0);
  const lost = list(paid.filter((seat) => othersOf(seat).length === 0));
  const free = list(own.filter(({ price }) => price === 0));
  const shared = list(
    ahead.filter(({ isPayer, share }) => !isPayer && share !== null && share > 0),
  );
  const foreign = ahead.filter(({ isPayer, share }) => !isPayer && !share);
  return [
    lost &&
      `You have paid for: ${lost}. You lose the room and the entry code, and you get no refund. The instructor keeps the name until the camp is over.`,
    ...paid
      .filter((seat) => othersOf(seat).length > 0)
      .map(
        (seat) =>
          `You have paid for: ${list([seat])}. The seat stays with ${listNames(othersOf(seat))}. You get no refund.`,
      ),
    shared &&
      `You have paid a part of: ${shared}. The seat stays with the other guardian. You get no refund.`,
    free &&
      `You have enrolled for free in: ${free}. The room and the entry code are lost. Others can have the seat, unless it is too late to join: then the instructor keeps the name until the camp is over.`,
    foreign.length > 0 &&
      `Paid or booked by somebody else, so it stays as it is: ${foreign.map(sayWithPayer).join(', ')}.`,
    'We delete your name, photo and email, and release the seats we hold for you. We keep the amount, date and Stripe number of your payments for our records, without your name.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Such as `Kites for Mia (to Fri 9 July)`. */
function say({ classData, camp_end, childId, student_name }: Seat): string {
  const whose = childId ? ` for ${sayFirstName(student_name)}` : '';
  return `${classData.name}${whose} (to ${formatDay(camp_end)})`;
}

const list = (seats: Seat[]) => seats.map(say).join(', ');

function sayWithPayer(seat: Seat): string {
  return seat.paidBy ? `${say(seat)} by ${seat.paidBy}` : say(seat);
}
