import type { Message } from '../links.ts';
import { intentOf } from '../stripe.ts';
import { pause } from '../waiting.ts';

/** How long a message waits for another, to arrive at the worst moment. */
const PATIENCE_MS = 4_000;

export type WorstOrders = ReturnType<typeof createWorstOrders>;

/**
 * Makes messages to Stripe arrive in the worst order: a payment is canceled with its hold just before the student's page
 * asks for it, and the school learns of the cancelation only when the page has a new payment.
 */
export function createWorstOrders() {
  const canceled = new Map<string, Signal>();
  const reloaded = new Map<string, Signal>();
  const answered = new Map<string, Signal>();
  return {
    /** @param clientSecret of the payment that will be canceled @returns to be called when the page has its answer */
    bring(clientSecret: string): () => void {
      const intent = intentOf(clientSecret);
      canceled.set(intent, createSignal());
      reloaded.set(intent, createSignal());
      return () => {
        canceled.get(intent)?.give();
        reloaded.get(intent)?.give();
      };
    },
    /** Resolves when Stripe has told the school the state of a payment. */
    async hear(clientSecret: string): Promise<void> {
      const signal = createSignal();
      answered.set(intentOf(clientSecret), signal);
      await signal.isGiven;
    },
    /** Holds a message back as long as needed. */
    async arrange({ name, direction, text = '' }: Message): Promise<void> {
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
