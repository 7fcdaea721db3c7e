import {
  REFUND_REASONS,
  REFUND_STATES,
  type RefundState,
} from '@speakifyr/contract/money-states.ts';
import { MAIL_KINDS, type MailKind } from '@speakifyr/contract/mail-kinds.ts';
import {
  OWED_LABEL,
  PAYMENT_LABELS,
  REFUND_STATE_TEXTS,
  sayRefund,
} from '@speakifyr/contract/money-words.ts';
import { expect, test } from 'vitest';
import { listSamples, USUAL } from './samples/mail-samples.ts';
import { writeSample } from '../testing/write-sample.ts';
import { makeSample, type Sample } from './samples/mail-sample.ts';
import type { PropsOf } from './kinds/all.ts';

/** An email in one state of money: the words that it must have, and the state of a refund that it is in, if any. */
type Case = { sample: Sample; words: string[]; refund?: RefundState };

/** All states that a kind of email about money can be in; null if it is about no money, or only about a price. */
type Walks = { [K in MailKind]: ((props: PropsOf<K>) => Case[]) | null };

const CREDIT = PAYMENT_LABELS.credit;
const PART = { amount: 5_000, currency: 'USD' };
const OWED = [{ due: '2027-06-01', amount: 2_000 }];

const WALKS: Walks = {
  paid: (props) => [
    ...REFUND_STATES.map((state) => ({
      sample: makeSample('paid', state, {
        ...props,
        items: props.items.map((item) => ({
          ...{ className: item.className, child: item.child, amount: item.amount },
          ...{ outcome: 'refused' as const, refund: state },
        })),
      }),
      ...{ words: [], refund: state },
    })),
    {
      sample: makeSample('paid', 'with credit', {
        ...{ ...props, credit: 500, asCredit: 700 },
        items: props.items.filter(({ outcome }) => outcome !== 'refused'),
      }),
      words: ['Paid with credit: $5 USD', `Of it, ${CREDIT.toLowerCase()}: $7 USD`],
    },
    ...[null, 'Visa 4242'].map((card) => ({
      sample: makeSample('paid', `owed, ${card}`, {
        ...props,
        items: props.items.map((item) => ({
          ...{ className: item.className, child: item.child, amount: item.amount },
          ...{ outcome: 'balance' as const, owed: OWED, card },
        })),
      }),
      words: [card ? 'We charge Visa 4242: $20 USD on' : `${OWED_LABEL}: $20 USD by`],
    })),
  ],
  refunded: (props) => [
    ...REFUND_STATES.flatMap((state) =>
      REFUND_REASONS.map((reason): Case => {
        const { isCredit: _, ...rest } = props;
        // What the bank took is no refund of ours.
        const isOurs = reason !== 'dispute' || state === 'reversed';
        const sample = makeSample('refunded', `${state}, ${reason}`, { ...rest, state, reason });
        return { sample, words: [], ...(isOurs && { refund: state }) };
      }),
    ),
    { sample: makeSample('refunded', 'credit', { ...props, isCredit: true }), words: [CREDIT] },
  ],
  'seat canceled': (props) =>
    REFUND_STATES.flatMap((state): Case[] => {
      const money = { isShare: false, refund: PART, kept: PART, ids: ['pi_1'], state };
      const credit = { ...money, credit: { ...PART, amount: 700 } };
      const facts = { ...props, by: 'school' as const };
      const make = (one: typeof money) =>
        makeSample('seat canceled', state, { ...facts, money: one });
      return [
        { sample: make(money), words: ['Refund: $50 USD', 'Kept: $50 USD'], refund: state },
        { sample: make(credit), words: [`${CREDIT}: $7 USD`], refund: state },
      ];
    }),
  'seat moved': (props) => {
    const usual = { paid: null, back: PART, kept: null, waived: null };
    const make = (name: string, money: object) =>
      makeSample('seat moved', name, { ...props, money: { ...usual, ...money } });
    return [
      ...REFUND_STATES.map((state) => ({
        ...{ sample: make(state, { state }), words: ['you get $50 USD back'], refund: state },
      })),
      { sample: make('credit', { back: null, credit: PART }), words: [`${CREDIT}: $50 USD`] },
    ];
  },
  'class canceled': (props) => {
    // The instructor reads of no money.
    if (props.seats.length === 0) return [];
    const payment = { charges: [PART], ids: ['pi_1'], comesBack: 'by itself' as const };
    const sample = makeSample('class canceled', 'by itself', { ...props, payment });
    return [{ sample, words: ['all of your money back: $50 USD'], refund: 'pending' }];
  },
  'refund failed': (props) =>
    (['card', 'cash', 'cheque', 'bank transfer'] as const).flatMap((method) =>
      REFUND_REASONS.map((reason) => ({
        sample: makeSample('refund failed', method, { ...props, method, reason }),
        words: [sayRefund({ state: 'failed', reason, isByHand: method !== 'card' })],
      })),
    ),
  'payment due': (props) => [
    ...[true, false].map((isLate) => ({
      sample: makeSample('payment due', `${isLate}`, {
        ...{ ...props, isLate, owed: OWED, isOthers: false, isTakenOver: false },
      }),
      words: [`${OWED_LABEL}: $20 USD by`, ...(isLate ? [PAYMENT_LABELS.unpaid] : [])],
    })),
    {
      sample: makeSample('payment due', 'others', { ...props, isOthers: true }),
      words: [PAYMENT_LABELS.unpaid.toLowerCase()],
    },
  ],
  'seat booked': (props) => [
    {
      sample: makeSample('seat booked', 'owed', {
        ...props,
        booked: props.booked.map((one) => ({ ...one, owed: OWED })),
      }),
      words: [`${OWED_LABEL}: $20 USD by`],
    },
  ],
  'card declined': (props) => [
    { sample: makeSample('card declined', '', props), words: [`${OWED_LABEL}: $189.50 USD`] },
  ],
  'payment bounced': (props) => [
    {
      sample: makeSample('payment bounced', '', props),
      words: [` ${PAYMENT_LABELS.bounced.toLowerCase()}: `, `${PAYMENT_LABELS.bounced}: $189.50`],
    },
  ],
  'payment refused': (props) => [
    { sample: makeSample('payment refused', '', props), words: ['You have not been charged'] },
  ],
  'payment disputed': (props) => [
    {
      sample: makeSample('payment disputed', '', { ...props, stage: 'won back' }),
      words: ['Won back on appeal'],
    },
  ],
  'seat ended': (props) => [
    {
      sample: makeSample('seat ended', '', { ...props, refund: PART, kept: PART }),
      words: ['Refund: $50 USD', 'Kept: $50 USD'],
    },
  ],
  ...{ welcome: null, 'seat held': null, 'seat reserved': null, 'pay link': null },
  ...{ 'class changed': null, 'class team': null, reminder: null, 'new role': null },
  ...{ 'account removed': null, 'account reopened': null, 'guardian back': null },
  ...{ 'account deleted': null, 'families merged': null, 'merge asked': null },
  ...{ 'address ended': null, 'contact form': null, 'contact copy': null, 'contact reply': null },
  ...{ 'school message': null, 'guardian invited': null, 'cost share': null },
  ...{ 'answer in app': null, 'age allowed': null, 'pick-up code': null, 'leaving alone': null },
  ...{ 'document refused': null, 'form signed': null, friends: null },
  ...{ 'right ended': null, 'entry left': null, 'new name': null, 'pick-up to check': null },
  ...{ 'health question': null, incident: null, 'came or left': null, 'left not allowed': null },
  ...{ 'check hand-over': null, 'absence said': null, 'move asked': null },
  ...{ 'waiting joined': null, 'seat kept': null, 'seat offered': null, 'call family': null },
  ...{ 'offer ended': null, 'seats free': null, 'waiting closed': null, 'confirm address': null },
  'test mail': null,
};

/** Words that people use for these states elsewhere. Two words for one state look like two states. */
const OTHER_WORDS =
  /returned unpaid|dishonou?red|still to (pay|be paid)|outstanding|overdue|reimburs|repaid|repay|(sent|handed|paid) back|your credit now|as your credit|has returned|returned (a|the|your) |was returned unpaid|you don’t need to do anything/i;
/** What an email says that names a state of money. */
const NAMES_STATE =
  /\b(refunded|on its way|bounced|kept as credit|owed|not paid yet|part paid|won back|to be given back)\b/i;

function say(sample: Sample): string {
  const { content, text } = writeSample(sample, USUAL.person);
  return `${content.subject}\n${text}`;
}

/** The states of a refund that a text names. */
function listNamed(text: string): string[] {
  let rest = text;
  const words = [...new Set(Object.values(REFUND_STATE_TEXTS))];
  return words
    .sort((a, b) => b.length - a.length)
    .filter((word) => {
      const isNamed = rest.includes(word);
      rest = rest.replaceAll(word, '');
      return isNamed;
    });
}

// Rules: R590.
test('each kind of email is walked, or is about no state of money', () => {
  expect(Object.keys(WALKS).sort()).toEqual([...MAIL_KINDS].sort());
});

// Rules: R590.
test.each(MAIL_KINDS)(
  'the email “%s” names each state of money in the words of the pages',
  (kind) => {
    const samples = listSamples(USUAL).filter((sample) => sample.kind === kind);
    expect(samples).not.toEqual([]);
    for (const sample of samples) expect(say(sample), sample.variant).not.toMatch(OTHER_WORDS);

    const walk = WALKS[kind] as ((props: Sample['props']) => Case[]) | null;
    if (!walk) {
      for (const sample of samples) expect(say(sample), sample.variant).not.toMatch(NAMES_STATE);
      return;
    }
    for (const { sample, words, refund } of samples.flatMap(({ props }) => walk(props))) {
      const text = say(sample);
      for (const word of words) expect(text, sample.variant).toContain(word);
      expect(text, sample.variant).not.toMatch(OTHER_WORDS);
      expect(listNamed(text), sample.variant).toEqual(refund ? [REFUND_STATE_TEXTS[refund]] : []);
    }
  },
);
