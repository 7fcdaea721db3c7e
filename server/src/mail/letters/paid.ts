import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { cleanLine } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  greet,
  listClassFacts,
  listWhatToBring,
  nameClass,
  sayCharge,
  sayMoment,
  subjectOf,
} from './say.ts';

/** A receipt, with everything to know before the first day. For a free class, it says that there is nothing to pay. */
export function writePaid(
  { campClass, seat, charge, paidAt }: LetterFacts['paid'],
  { to, timeZone }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const isFree = charge.amount === 0;
  return {
    subject: subjectOf('You’re enrolled: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: isFree
          ? `You have a seat in ${name}. This class is free, so there is nothing to pay.`
          : `Thank you! We have received your payment, and your seat in ${name} is yours.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Entry code', value: seat.entryCode },
          ...listClassFacts(campClass, timeZone),
        ],
      },
      ...listWhatToBring(),
      {
        kind: 'text',
        text: 'Open the attached file to add the class to your calendar. Your room and entry code are also in your dashboard:',
      },
      { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
      { kind: 'text', text: isFree ? 'Your enrollment:' : 'Your receipt:' },
      {
        kind: 'facts',
        facts: [
          { label: 'Student', value: cleanLine(to.name) || to.address },
          { label: isFree ? 'Enrolled' : 'Paid', value: sayMoment(paidAt, timeZone) },
          isFree
            ? { label: 'Price', value: 'Free of charge' }
            : { label: 'Paid by card', value: sayCharge(charge) },
          { label: isFree ? 'Enrollment' : 'Payment', value: seat.transactionId },
          { label: isFree ? 'School' : 'Sold by', value: `${SCHOOL.seller}, ${SCHOOL_ADDRESS}` },
        ],
      },
    ],
  };
}
