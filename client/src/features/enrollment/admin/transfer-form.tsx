import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import { useController, useWatch } from 'react-hook-form';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cutReference } from '../../../lib/cut-reference.ts';
import { nameCharge } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { isEarlierMonth, sayLate } from '../../../lib/say-late.ts';
import { Check } from '../../../ui/check.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';
import { FIRST_PART, PlanFields, readPlan } from './plan-fields.tsx';
import { listSeats, suggestShares } from './seats-to-pay.ts';

type Props = {
  family: Pick<Family, 'account' | 'held' | 'enrolled'>;
  transfer: BankTransfer;
  dialog: DialogForm;
};

type Typed = {
  /** For each seat, in their order. An empty one gets nothing. */
  typed: string[];
  /** As long as nobody types it, it is what is left; or nothing, if that may be another family's. */
  credit: string | null;
  /** A seat may cost more than the page says, if not all held ones are paid together. */
  isDeposit: boolean;
};

/**
 * How a bank transfer is shared: an amount for each seat, and one that stays as the family's credit. What is left of it stays on
 * the list, for another family. R597
 */
export function TransferForm({ family, transfer, dialog }: Props) {
  const { _id, status } = family.account;
  const seats = listSeats(family);
  const isShared = transfer.of !== undefined;
  const isTheirs = !isShared && transfer.family?._id === _id;
  const form = useCallForm('POST /families/:id/payments', {
    defaultValues: {
      typed: suggestShares(
        seats,
        transfer.amount,
        transfer.seats.map(({ cartId }) => cartId),
      ).map((cents) => (cents > 0 ? writeCents(cents) : '')),
      credit: null as string | null,
      isDeposit: false,
      plan: [FIRST_PART],
    },
    toInput: ({ plan, ...values }) => {
      const { chosen, onSeats, kept, start, isDeposit } = share(values);
      const amount = onSeats + kept;
      return {
        params: { id: _id },
        body: {
          requestId: transfer.requestId,
          cartIds: chosen.map(({ cartId }) => cartId),
          shares: chosen.map(({ cents }) => cents),
          method: 'bank transfer' as const,
          day: transfer.day,
          reference: cutReference(transfer.text),
          amount,
          ...(kept > 0 && { isRestCredit: true as const }),
          ...(amount < transfer.amount && { isPart: true as const }),
          ...(isDeposit && { plan: readPlan(plan, start) }),
        },
      };
    },
    findProblems: (values) => {
      const { typed, credit } = values;
      const { onSeats, kept, isDeposit } = share(values);
      const left = transfer.amount - onSeats;
      const problems = seats.map(({ cost, isHeld }, place) => [
        `typed.${place}`,
        // What held seats cost depends on which are paid together: the server knows.
        findProblem(typed[place] ?? '', isHeld ? transfer.amount : cost) ??
          (left < 0 && typed[place] ? `Together at most ${say(transfer.amount)}.` : undefined),
      ]);
      return {
        ...(Object.fromEntries(problems) as Record<`typed.${number}`, string | undefined>),
        credit:
          findProblem(credit ?? '', Math.max(0, left)) ||
          (isDeposit && kept > 0 && 'With a deposit, nothing stays as credit.') ||
          (onSeats + kept === 0 && 'Type an amount.'),
      };
    },
  });
  const { field: credit } = useController({ control: form.control, name: 'credit' });
  const [typed, isTicked] = useWatch({ control: form.control, name: ['typed', 'isDeposit'] });
  const { onSeats, kept, start, isDeposit, isHeld, hasHeld, due, isSure } = share({
    typed,
    credit: credit.value,
    isDeposit: isTicked,
  });
  const rest = transfer.amount - onSeats - kept;

  function share({ typed, credit, isDeposit: isTicked }: Typed) {
    const all = seats.map((seat, place) => ({
      ...seat,
      cents: readCents(typed[place] ?? '') ?? 0,
    }));
    const chosen = all.filter(({ cents }) => cents > 0);
    const held = chosen.filter((one) => one.isHeld);
    const onSeats = chosen.reduce((sum, { cents }) => sum + cents, 0);
    const due = held.reduce((sum, { cost, cents }) => sum + Math.max(0, cost - cents), 0);
    const isDeposit = due > 0 || (held.length > 0 && isTicked);
    const isUsual = isTheirs && status === 'active' && !isDeposit;
    const usual = isUsual ? Math.max(0, transfer.amount - onSeats) : 0;
    const [start = ''] = held.map((one) => one.start).toSorted();
    return {
      chosen,
      onSeats,
      due,
      start,
      isDeposit,
      hasHeld: held.length > 0,
      isSure: due > 0 && held.length === seats.filter((one) => one.isHeld).length,
      kept: credit === null ? usual : (readCents(credit) ?? 0),
      isHeld: chosen.length > 0 && held.length === chosen.length,
    };
  }

  function sayCost(cost: number): string {
    const isAlone = seats.filter((one) => one.isHeld).length < 2;
    return isAlone
      ? `The seat costs ${say(cost)}.`
      : `The seat costs ${say(cost)}, if all reserved ones are paid now.`;
  }

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={isHeld ? 'Record and enroll' : 'Record'}
      onSubmit={async (values) => {
        await form.send(values);
        return isHeld ? 'Recorded and enrolled' : 'Recorded';
      }}
    >
      {isEarlierMonth(transfer.day) && <p>{sayLate()}</p>}
      {seats.length === 0 && <p>There is no seat to pay for.</p>}
      {seats.map(({ cartId, name, className, cost, isHeld: isReserved }, place) => (
        <AmountField
          key={cartId}
          label={`${name}, ${className} (${SCHOOL.currency})`}
          hint={isReserved ? sayCost(cost) : `${say(cost)} owed.`}
          {...form.register(`typed.${place}`)}
        />
      ))}
      {hasHeld && due === 0 && (
        <Check {...form.register('isDeposit')}>This is a deposit, and the rest comes later</Check>
      )}
      {isDeposit && <PlanFields rest={isSure ? due : undefined} start={start} />}
      {status === 'active' && (
        <AmountField
          label={`Kept as the family’s credit (${SCHOOL.currency})`}
          hint={
            !isTheirs &&
            `${isShared ? 'The rest may be another family’s' : 'The text does not name this family'}: nothing is kept unless you type it.`
          }
          {...credit}
          value={credit.value ?? (kept > 0 ? writeCents(kept) : '')}
        />
      )}
      <p role="status">
        {rest > 0
          ? `${say(rest)} of ${say(transfer.amount)} stays on the list of bank transfers, for another family.`
          : `All of the ${say(transfer.amount)} is booked for this family.`}
      </p>
    </FormInDialog>
  );
}

function say(cents: number): string {
  return nameCharge(cents / 100);
}

/** What is wrong with an amount; undefined if nothing is, or if it is empty. @param most in cents */
function findProblem(typed: string, most: number): string | undefined {
  if (typed.trim() === '') return undefined;
  const cents = readCents(typed);
  if (cents === undefined) return 'Enter an amount such as 89.50.';
  return cents > most ? `At most ${say(most)}.` : undefined;
}
