import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { findRemedy, holdSeat, refreshSeats } from '../cart/cart.queries.ts';
import { readRefusal } from '../cart/join-refusals.ts';
import type { Choice } from './plan-weeks.ts';

/** A seat that could not be held, and why. */
export type Refused = { choice: Choice; text: string };

/** What became of the chosen seats. */
export type Held = {
  /** The new entries of the cart. */
  cartIds: string[];
  /** Of free classes: there is nothing to pay. */
  enrolled: number;
  refused: Refused[];
  /** More seats need a confirmed address. */
  needsConfirmed: boolean;
};

/**
 * Holds all seats that were chosen, one after the other. A refusal of one does not stop the others. R646
 * @param name of the account's child, by id
 */
export function useHoldChoices(email: string, nameOf: (childId: string) => string) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const hold = useMutation({
    mutationFn: async (chosen: Choice[]): Promise<Held | 'not-a-student'> => {
      setDone(0);
      // First, because a join answers anybody else with a 403, which ends the session (spec section 8).
      if (!(await call('GET /isUser', { query: { email } }))) return 'not-a-student';
      const held: Held = { cartIds: [], enrolled: 0, refused: [], needsConfirmed: false };
      for (const choice of chosen) {
        const { campClass, childId } = choice;
        try {
          const entry = await holdSeat(campClass, email, { childId, name: nameOf(childId) });
          if (entry) held.cartIds.push(entry._id);
          else held.enrolled += 1;
        } catch (error) {
          const { code, message } = readRefusal(error);
          held.refused.push({ choice, text: message });
          held.needsConfirmed ||= findRemedy([code]) === 'confirm';
        }
        setDone((count) => count + 1);
      }
      return held;
    },
    onSettled: () => refreshSeats(queryClient),
  });
  return { hold, done };
}
