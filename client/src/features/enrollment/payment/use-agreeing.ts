import { PAID_TEXTS } from '@speakifyr/contract/text-parts.ts';
import type { PaidTexts } from '@speakifyr/contract/text-version.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { isRefused, readApiError } from '../../../lib/api-error.ts';
import { read } from '../../../lib/read.ts';
import { readAgain } from '../../../lib/use-change.ts';
import type { CardOutcome } from './card-outcome.ts';

/** A text as it is when the card form opens: by paying, people agree to what they could read there. */
const paidText = (name: keyof PaidTexts) => ({
  ...read('GET /texts/:name', { params: { name } }),
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Agrees to the texts that the card form names. @returns why the card can't be charged now, or undefined */
export type Agree = () => Promise<CardOutcome | undefined>;

/**
 * Tells the server what somebody agrees to by pressing Pay, just before the card is charged. If a text has other words by
 * then, nothing is charged and the card stays typed: the next press agrees to the new words. R635
 * @param clientSecret of the payment that the page shows
 * @param start starts or resumes that payment, with the versions of the texts
 * @param onRefused the server refuses for another reason
 */
export function useAgreeing(
  clientSecret: string | null | undefined,
  start: (texts: PaidTexts) => Promise<{ clientSecret: string | null }>,
  onRefused?: () => void,
): Agree {
  const queryClient = useQueryClient();
  useQueries({ queries: PAID_TEXTS.map(paidText) });

  return async () => {
    try {
      const [terms, refundPolicy, refundCases] = await Promise.all(
        PAID_TEXTS.map((name) => queryClient.ensureQueryData(paidText(name))),
      );
      const started = await start({
        terms: terms?.version ?? '',
        refundPolicy: refundPolicy?.version ?? '',
        refundCases: refundCases?.version ?? '',
      });
      // Another payment is to be paid by now: the page asks for it.
      return started.clientSecret === clientSecret ? undefined : { state: 'ended' };
    } catch (error) {
      const { code, message } = readApiError(error);
      // It is paid, or the bank works on it: Stripe knows, and charges a payment once.
      if (code === 'already_joined' || code === 'payment_not_finished') return undefined;
      const isChanged = code === 'text_changed';
      if (isChanged) await readAgain(queryClient, ['GET /texts/:name']);
      else if (isRefused(error)) onRefused?.();
      return { state: 'refused', message, ...(isChanged && { isUncharged: true }) };
    }
  };
}
