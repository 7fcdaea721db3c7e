import type { Message } from '../links.ts';
import { intentOf } from '../stripe.ts';
import { pause } from '../waiting.ts';

/** How long a message waits for another, to arrive at the worst moment. */
const PATIENCE_MS = 4_000;

/**
 * Makes messages to Stripe arrive in the worst order: a payment is canceled with its hold just before the student's page
 * asks for it, and the school learns of the cancelation only when the page has a new payment.
 */
export type WorstOrders = {
  /** @param clientSecret of the payment that is about to be canceled @returns a function to call when the page has its answer */
  bring(clientSecret: string): () => void;
  /** Resolves when Stripe has told the school what became of a payment. */
  hear(clientSecret: string): Promise<void>;
  /** Holds a message back as long as needed. */
  arrange(message: Message): Promise<void>;
};

export function createWorstOrders(): WorstOrders {
  const canceled = new Map<string, Signal>();
  const reloaded = new Map<string, Signal>();
  const answered = new Map<string, Signal>();
  return {
    bring(clientSecret) {
      const intent = intentOf(clientSecret);
      canceled.set(intent, createSignal());
      reloaded.set(intent, createSignal());
      return () => {
        canceled.get(intent)?.give();
        reloaded.get(intent)?.give();
      };
    },
    async hear(clientSecret) {
      const signal = createSignal();
      answered.set(intentOf(clientSecret), signal);
      await signal.isGiven;
    },
    async arrange({ name, direction, text = '' }) {
      const intent = /pi_\w+/.exec(text)?.[0] ?? '';
      const isQuestion = name.startsWith('GET');
      if (isQuestion && direction === 'out') await canceled.get(intent)?.isGiven;
      if (isQuestion && direction === 'back') answered.get(intent)?.give();
      if (!name.endsWith('/cancel') || direction === 'out') return;
      canceled.get(intent)?.give();
      await reloaded.get(intent)?.isGiven;
    },
  };
}

type Signal = { isGiven: Promise<void>; give(): void };

/** Something to wait for, with a limit. */
function createSignal(): Signal {
  let give: () => void = () => undefined;
  const isGiven = new Promise<void>((given) => {
    give = given;
  });
  return { isGiven: Promise.race([isGiven, pause(PATIENCE_MS)]), give };
}
