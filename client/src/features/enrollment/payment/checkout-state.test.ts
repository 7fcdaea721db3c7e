import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { expect, test } from 'vitest';
import {
  type CheckoutEvent,
  type CheckoutState,
  CHOOSING,
  nextCheckout,
} from './checkout-state.ts';

const paid = { state: 'paid', transactionId: 'pi_1', status: 'succeeded' } as const;
const answers = {
  refused: { state: 'refused', message: 'Your card was declined.', isUncharged: true },
  ended: { state: 'ended' },
  unrecorded: { state: 'unrecorded', paid },
  enrolled: { state: 'enrolled', items: [] as PaidItem[], paymentId: 'pi_1' },
  processing: { state: 'processing' },
  hidden: { state: 'hidden', message: 'Another guardian can see it.' },
  refunded: { state: 'refunded', message: 'Somebody else has the seat.' },
} as const;

const declined = {
  name: 'declined',
  message: 'Your card was declined.',
  isUncharged: true,
} as const;
const states = {
  choosing: CHOOSING,
  declined,
  stopped: { name: 'stopped' },
  paying: { name: 'paying', after: CHOOSING },
  unrecorded: { name: 'unrecorded', end: answers.unrecorded },
  recording: { name: 'recording', end: answers.unrecorded },
  over: { name: 'over', end: answers.enrolled },
} as const satisfies Record<CheckoutState['name'], CheckoutState>;

const events: Record<string, CheckoutEvent> = {
  'the person chooses another card, or credit': { type: 'chose' },
  'a try begins': { type: 'pay' },
  ...Object.fromEntries(
    Object.values(answers).map((end) => [`the answer: ${end.state}`, { type: 'answered', end }]),
  ),
};

/** From where, on which event, to where. What is not listed changes nothing. */
const RULES: Record<CheckoutState['name'], Record<string, CheckoutState>> = {
  choosing: { 'a try begins': { name: 'paying', after: CHOOSING } },
  declined: {
    'the person chooses another card, or credit': CHOOSING,
    'a try begins': { name: 'paying', after: declined },
  },
  stopped: {
    'the person chooses another card, or credit': CHOOSING,
    'a try begins': { name: 'paying', after: states.stopped },
  },
  paying: afterAnswer(),
  unrecorded: { 'a try begins': states.recording },
  recording: afterAnswer(),
  over: {},
};

function afterAnswer(): Record<string, CheckoutState> {
  return {
    'the answer: refused': declined,
    'the answer: ended': states.stopped,
    'the answer: unrecorded': states.unrecorded,
    'the answer: enrolled': states.over,
    'the answer: processing': { name: 'over', end: answers.processing },
    'the answer: hidden': { name: 'over', end: answers.hidden },
    'the answer: refunded': { name: 'over', end: answers.refunded },
  };
}

for (const state of Object.values(states))
  for (const [what, event] of Object.entries(events)) {
    const next = RULES[state.name][what];
    test(`${state.name}, ${what}: ${next?.name ?? 'nothing changes'}`, () => {
      if (next) expect(nextCheckout(state, event)).toEqual(next);
      else expect(nextCheckout(state, event)).toBe(state);
    });
  }

test('a refusal without Stripe’s word may have charged the card', () => {
  const end = { state: 'refused', message: 'Please try again.' } as const;
  expect(nextCheckout(states.paying, { type: 'answered', end })).toEqual({
    name: 'declined',
    message: 'Please try again.',
    isUncharged: false,
  });
});
