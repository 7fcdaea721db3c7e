import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { formatDay, formatDays, nameCharge } from '../../lib/format.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { SeatProps } from './change-seat.tsx';
import { describeDifference } from './describe-difference.ts';
import { targetsOptions, useMoveSeat } from './seat-changes.queries.ts';

/** Moves a paid seat to another class that has a free seat. */
export function MoveSeat({ person, campClass, onBusy, onDone, onCancel }: SeatProps) {
  const { cartId, email, payment } = person;
  const move = useMoveSeat();
  const classes = useQuery(targetsOptions());
  const [classId, setClassId] = useState('');
  const targets = (classes.data ?? []).filter((target) => isTarget(target, campClass._id));
  const target = targets.find(({ _id }) => _id === classId);
  const name = person.name.trim() || email;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!target || move.isPending) return;
    onBusy(true);
    try {
      const { refund } = await move.mutateAsync({ cartId, classId, price: target.price });
      const back = refund > 0 && `, ${nameCharge(refund / 100, payment?.currency)} goes back`;
      onDone(`Moved to ${target.name}${back || ''}`);
    } catch {
      // The form says what is wrong.
    } finally {
      onBusy(false);
    }
  }

  return (
    <form className="mt-4 grid gap-4" onSubmit={(event) => void submit(event)}>
      <SelectField
        label="New class"
        required
        value={target ? classId : ''}
        disabled={!classes.data || move.isPending}
        onChange={(event) => setClassId(event.target.value)}
      >
        <option value="">{classes.isPending ? 'Loading…' : 'Choose a class'}</option>
        {targets.map(({ _id, name: className, camp_start, sit }) => (
          <option key={_id} value={_id}>
            {className} · {formatDay(camp_start)} · {sit} free
          </option>
        ))}
      </SelectField>
      {classes.data && targets.length === 0 && <p>No other class has a free seat.</p>}
      {target && (
        <ul role="status" className="grid list-disc gap-1.5 pl-5 [overflow-wrap:anywhere]">
          <li>{describeDifference(target, person, payment?.currency)}</li>
          <li>
            {name} gets a new entry code for {target.name},{' '}
            {formatDays(target.camp_start, target.camp_end)}.
          </li>
          <li>Others can take the old seat right away. We email {email} about it.</li>
        </ul>
      )}
      <FormProblem>
        {(move.isError || classes.isError) && readApiError(move.error ?? classes.error).message}
      </FormProblem>
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          className="btn btn-primary"
          disabled={!target}
          aria-disabled={move.isPending}
          aria-busy={move.isPending}
        >
          {move.isPending && (
            <span className="loading loading-spinner loading-sm" aria-hidden="true" />
          )}
          Move the seat
        </button>
        <button
          type="button"
          className="btn btn-ghost"
          disabled={move.isPending}
          onClick={onCancel}
        >
          Close
        </button>
      </div>
    </form>
  );
}

function isTarget({ _id, isDraft, joining, sit }: AdminClass, from: string): boolean {
  return _id !== from && !isDraft && joining !== 'over' && sit > 0;
}
