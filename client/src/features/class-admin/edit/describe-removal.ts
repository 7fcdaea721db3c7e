import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { nameCharge } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';

/** What archiving a course means for everybody who has a seat in it, line by line. */
export function describeRemoval({ enrolled, paid, openHolds, joining }: AdminClass): string {
  const lines = [];
  if (enrolled > 0) {
    const [students, they] =
      enrolled === 1 ? ['1 student', 'This student'] : [`${enrolled} students`, 'They'];
    lines.push(
      paid > 0
        ? `${students} paid ${nameCharge(paid)} in all. Archiving does not return any money. If they are to get it back, cancel the class on its page under Classes instead.`
        : `${students} enrolled for free.`,
      `${they} can still see the course, the entry code and the receipt.`,
      describeEmail(enrolled, joining === 'over'),
    );
  }
  if (openHolds > 0)
    lines.push(
      countOf(
        openHolds,
        'seat is held and not paid yet. It leaves the cart at once, and a payment on its way is returned.',
        'seats are held and not paid yet. They leave the carts at once, and a payment on its way is returned.',
      ),
      ...(joining === 'over' ? [] : ['If the office had reserved a seat, its family hears of it.']),
    );
  if (lines.length === 0) lines.push('Nobody has paid for it or holds a seat.');
  return [...lines, 'Nobody can find or join it anymore. This can’t be undone.'].join('\n\n');
}

/** Students of a course that is already over get no email about its removal. */
function describeEmail(enrolled: number, isOver: boolean): string {
  if (isOver) return 'The course is over, so no email is sent.';
  return enrolled === 1
    ? 'We email this student that the course is canceled, or Home says to call them.'
    : 'We email each of them that the course is canceled. Home lists those to call.';
}
