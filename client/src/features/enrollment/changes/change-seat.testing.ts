import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { CanceledSeat, CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { nextYear } from '../../../testing/today.ts';
import type { MoveQuote } from './moves.queries.ts';

/** A paid seat of a child as the API answers it. The class starts on August 2 of the next year. */
export function buildEnrolled(changes: Partial<EnrolledClass> = {}): EnrolledClass {
  return {
    classId: '5'.repeat(24),
    camp_start: nextYear('08-02'),
    camp_end: nextYear('08-06'),
    ...NO_FACTS,
    classData: { image: '/pictures/classes/music.webp', name: 'Guitar', instructor: 'Mina Rahman' },
    date: '04/05/2026',
    time: '9:02 AM',
    currency: 'USD',
    room: 12,
    entry_code: 'GTR-101',
    price: 49,
    transactionId: 'pi_123',
    cartId: '1'.repeat(24),
    childId: 'b'.repeat(24),
    student_name: 'Mia Feldsee',
    isPayer: true,
    isForResale: false,
    owed: [],
    installments: null,
    share: null,
    paidBy: null,
    health: null,
    needs: null,
    calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    ...changes,
  };
}

/** The preview of that seat while half of it is refunded. */
export function buildPreview(changes: Partial<CancellationPreview> = {}): CancellationPreview {
  return {
    refund: 2_450,
    kept: 2_450,
    percent: 50,
    fee: 0,
    until: nextYear('07-30'),
    currency: 'USD',
    className: 'Guitar',
    student_name: 'Mia Feldsee',
    paid: 4_900,
    owed: 0,
    terms: DEFAULT_REFUND_TERMS,
    parts: [{ paid: 4_900, terms: DEFAULT_REFUND_TERMS }],
    lost: [],
    fromCredit: 0,
    isForResale: null,
    ...changes,
  };
}

/** A move of that seat to another class, at the same price. */
export function buildMoveQuote(changes: Partial<MoveQuote> = {}): MoveQuote {
  return {
    classId: 'c'.repeat(24),
    ...{ pay: 0, refund: 0, kept: 0, falls: 0 },
    ...{ stays: [], dropped: [], extrasKept: 0, lines: [], lost: [] },
    ...changes,
  };
}

/** That seat after it was canceled. */
export function buildCanceled(changes: Partial<CanceledSeat> = {}): CanceledSeat {
  return {
    cartId: '1'.repeat(24),
    classId: '5'.repeat(24),
    className: 'Guitar',
    camp_start: nextYear('08-02'),
    camp_end: nextYear('08-06'),
    childId: 'b'.repeat(24),
    student_name: 'Mia Feldsee',
    currency: 'USD',
    refund: 2_450,
    credit: 0,
    kept: 2_450,
    canceledAt: '2026-06-03T08:00:00.000Z',
    by: 'parent',
    state: 'on its way',
    paymentId: 'pi_123',
    differences: [],
    creditNotes: [],
    ...changes,
  };
}

/** Nothing is refunded for that seat anymore. */
export const TOO_LATE: Partial<CancellationPreview> = {
  refund: 0,
  kept: 4_900,
  percent: 0,
  until: null,
  isForResale: false,
};
