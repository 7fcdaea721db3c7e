import { SCHOOL } from '@speakifyr/contract/school.ts';
import { sayTaxOfPrices } from '@speakifyr/contract/tax.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { sumPrices } from '../../../lib/cart-seats.ts';
import { countOf } from '../../../lib/count-of.ts';
import { showError } from '../../../lib/dialogs.ts';
import { call, readApiError } from '../../../lib/api.ts';
import { formatDollars } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { useSession } from '../../../session/auth.tsx';
import { priceToday } from '../../classes/early-price.tsx';
import { findRemedy, holdSeat, refreshSeats } from '../cart/cart.queries.ts';
import { readRefusal } from '../cart/join-refusals.ts';
import type { Choice } from './plan-weeks.ts';

type Props = {
  email: string;
  chosen: Choice[];
  nameOf: (childId: string) => string;
  /** @param left what could not be held */
  onHeld: (left: Choice[]) => void;
};

/** What is chosen, and the button that holds all of it. R646 */
export function HoldBar({ email, chosen, nameOf, onHeld }: Props) {
  const navigate = useNavigate();
  const { checkConfirmed } = useSession();
  const { hold, done } = useHoldChoices(email, nameOf);
  const [held, setHeld] = useState<Held>();
  if (chosen.length === 0 && !held) return null;

  async function holdAll(wanted: Choice[]): Promise<void> {
    try {
      const result = await hold.mutateAsync(wanted);
      if (result === 'not-a-student') return void showError('Only Student Can Join');
      setHeld(result);
      onHeld(result.refused.map(({ choice }) => choice));
      if (result.refused.length === 0)
        void navigate(result.cartIds.length > 0 ? paths.myClasses : paths.enroll);
    } catch (error) {
      void showError(readApiError(error).message);
    }
  }

  async function confirmFirst(): Promise<void> {
    if (await checkConfirmed({ isAsked: true })) await holdAll(chosen);
  }

  const sum = sumPrices(chosen.map(({ campClass }) => ({ price: priceToday(campClass) })));
  return (
    <section
      aria-label="What you have chosen"
      className="card bg-base-100 border-base-content/15 shadow-lifted sticky bottom-3 z-10 mt-4 gap-3 border p-4 sm:px-6"
    >
      {held && held.refused.length > 0 && !hold.isPending && (
        <div role="alert">
          <p className="font-semibold">
            {held.cartIds.length + held.enrolled > 0
              ? `${countOf(held.cartIds.length + held.enrolled, 'seat is', 'seats are')} yours for now. Not held:`
              : 'No seat was held:'}
          </p>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {held.refused.map(({ choice: { childId, campClass }, text }) => (
              <li key={`${childId} ${campClass._id}`} className="py-1 [overflow-wrap:anywhere]">
                <strong>{`${nameOf(childId)}, ${campClass.name}, ${formatCamp(campClass)}:`}</strong>{' '}
                <span>{text}</span>
              </li>
            ))}
          </ul>
          {held.cartIds.length > 0 && (
            <Link to={paths.myClasses} className="btn btn-outline mt-2">
              {`Pay for ${countOf(held.cartIds.length, 'held seat')}`}
            </Link>
          )}
          {held.needsConfirmed && (
            <button
              type="button"
              className="btn btn-outline mt-2"
              onClick={() => void confirmFirst()}
            >
              I have confirmed my email
            </button>
          )}
        </div>
      )}
      {chosen.length > 0 && (
        <div className="grid items-center gap-3 sm:flex sm:justify-between">
          <p role="status">
            {hold.isPending ? (
              <span>{`Holding ${done} of ${countOf(chosen.length, 'seat')}…`}</span>
            ) : (
              <span>
                <strong className="tabular-nums">{`${countOf(chosen.length, 'seat')}, ${formatDollars(sum)}`}</strong>
                <span className="text-base-content/80 block text-sm">{`${sum > 0 ? sayTaxOfPrices(SCHOOL, { end: '. ' }) : ''}Your discounts come off in the cart. We hold seats for ${countOf(SCHOOL.booking.holdMinutes, 'minute')}.`}</span>
              </span>
            )}
          </p>
          <button
            type="button"
            className="btn btn-primary btn-lg"
            aria-disabled={hold.isPending}
            aria-busy={hold.isPending}
            onClick={() => !hold.isPending && void holdAll(chosen)}
          >
            {`Hold ${countOf(chosen.length, 'seat')}`}
          </button>
        </div>
      )}
    </section>
  );
}

/** A seat that could not be held, and why. */
type Refused = { choice: Choice; text: string };

/** What became of the chosen seats. */
type Held = {
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
function useHoldChoices(email: string, nameOf: (childId: string) => string) {
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
