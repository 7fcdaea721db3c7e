import type { Fate, Link, Message, Reply } from '../links.ts';
import { pause } from '../waiting.ts';

/** Something that can go wrong at Stripe, or on the way to it. */
export type Trouble = {
  name: string;
  /** Whether calls to the school must succeed anyway. */
  isBearable?: boolean;
  /** Takes too long for the short form. */
  isLong?: boolean;
  meddle: (message: Message, end: Promise<void>) => Fate | Promise<Fate>;
};

const failure: Reply = answer(500, { type: 'api_error', message: 'Something went wrong.' });

export const troubles: Trouble[] = [
  { name: 'answers 500', meddle: onTheWayOut(() => failure) },
  {
    name: 'answers 500, and the same again to the same key',
    // Goes on when Stripe is well again: see `remembered` below.
    meddle: onTheWayOut(({ idempotencyKey }) => {
      if (idempotencyKey && remembered.has(idempotencyKey)) return replay;
      if (idempotencyKey) remembered.add(idempotencyKey);
      return failure;
    }),
  },
  {
    name: 'does it, but answers 500, and the same again to the same key',
    // Only calls that make something have a key. The others work, so that refunds are reached.
    meddle: ({ direction, idempotencyKey }) => {
      if (!idempotencyKey) return 'pass';
      if (direction === 'out') return remembered.has(idempotencyKey) ? replay : 'pass';
      remembered.add(idempotencyKey);
      return failure;
    },
  },
  {
    name: 'answers with a page',
    meddle: onTheWayOut(() => ({
      status: 503,
      body: '<h1>Service unavailable</h1>',
      headers: { 'Content-Type': 'text/html' },
    })),
  },
  {
    name: 'is too busy',
    meddle: onTheWayOut(() =>
      answer(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many.' }),
    ),
  },
  { name: 'can’t be reached', meddle: onTheWayOut(() => 'cut') },
  {
    name: 'does it, but the answer is lost',
    meddle: ({ direction }) => (direction === 'back' ? 'cut' : 'pass'),
  },
  {
    name: 'does it, but the first answer is lost',
    isBearable: true,
    meddle: ({ direction, text = '', idempotencyKey = '' }) => {
      const call = `${idempotencyKey} ${text}`;
      if (direction === 'out' || lostOnce.has(call)) return 'pass';
      lostOnce.add(call);
      return 'cut';
    },
  },
  { name: 'gets everything twice', isBearable: true, meddle: onTheWayOut(() => 'twice') },
  {
    name: 'takes 5 s',
    isBearable: true,
    isLong: true,
    meddle: async ({ direction }) => {
      if (direction === 'out') await pause(5_000);
      return 'pass' as const;
    },
  },
  {
    name: 'never answers',
    isLong: true,
    meddle: async (_message, end) => {
      await end;
      return 'cut' as const;
    },
  },
];

/** Keys whose first answer was a failure: Stripe repeats that answer for a day, even when it is well again. */
const remembered = new Set<string>();
const replay: Reply = { ...failure, headers: { 'Idempotent-Replayed': 'true' } };
const lostOnce = new Set<string>();

export type Weather = ReturnType<typeof openWeather>;

/** Gives some people trouble with Stripe, each a different one, while it works for everyone else. */
export function openWeather(stripeLink: Link) {
  const storms = new Map<string, { trouble: Trouble; isOver: Promise<void>; end: () => void }>();
  stripeLink.meddle((message) => {
    for (const [about, { trouble, isOver }] of storms)
      if (message.text?.includes(about)) return trouble.meddle(message, isOver);
    const { direction, idempotencyKey = '' } = message;
    return direction === 'out' && remembered.has(idempotencyKey) ? replay : 'pass';
  });
  return {
    /** @param about the person's e-mail or the id of their payment, which the call to Stripe contains */
    begin(about: string, trouble: Trouble): void {
      let end = () => {};
      const isOver = new Promise<void>((done) => {
        end = done;
      });
      storms.set(about, { trouble, isOver, end });
    },
    end(about: string): void {
      storms.get(about)?.end();
      storms.delete(about);
    },
  };
}

function onTheWayOut(decide: (message: Message) => Fate): Trouble['meddle'] {
  return (message) => (message.direction === 'out' ? decide(message) : 'pass');
}

function answer(status: number, error: object): Reply {
  return { status, body: JSON.stringify({ error }) };
}
