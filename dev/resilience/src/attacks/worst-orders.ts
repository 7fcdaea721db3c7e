import type { Message } from '../links.ts';
import { intentOf } from '../stripe.ts';
import { pause } from '../waiting.ts';

/** How long a message waits for another that would make it come at the worst moment. */
const PATIENCE_MS = 4_000;

/**
 * A wire to Stripe that brings about the worst order of two things at the same moment: a payment is canceled with
 * its hold just before the student's page asks for it, and the school hears of that only when the page has a new one.
 */
export type WorstOrders = {
  /** @param clientSecret of the payment that is about to be canceled @returns to be called when the page has its answer */
  bring(clientSecret: string): () => void;
  /** @returns when Stripe has answered what became of a payment */
  hear(clientSecret: string): Promise<void>;
  /** Lets a message wait as long as it must. */
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

/** Something that is waited for, and not for ever. */
function createSignal(): Signal {
  let give: () => void = () => undefined;
  const isGiven = new Promise<void>((given) => {
    give = given;
  });
  return { isGiven: Promise.race([isGiven, pause(PATIENCE_MS)]), give };
}
