import { MAX_PLAN_PARTS } from '@speakifyr/contract/limits.ts';
import { Field } from '../../../ui/field.tsx';
import { addDays } from '../../../lib/add-days.ts';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import { readCents } from '../../../lib/read-cents.ts';
import { currency } from '../../../lib/config.ts';

/**
 * A part of the rest as it is typed. The last one has no amount: it takes what is left. `before`: how many days before
 * the first day, instead of a date.
 */
export type TypedPart = { due: string; before: string; amount: string };

export const FIRST_PART: TypedPart = { due: '', before: '', amount: '' };

/**
 * The day on which a part is due. R350
 * @param start the first day of the first class
 */
function findDue({ due, before }: TypedPart, start: string): string {
  return /^[1-9]\d{0,2}$/.test(before) ? addDays(start, -Number(before)) : due;
}

/** The parts as the server gets them; undefined until they are complete. */
export function readPlan(
  parts: TypedPart[],
  start: string,
): { due: string; amount?: number }[] | undefined {
  const read = parts.map((part, place) => {
    const due = findDue(part, start);
    const cents = readCents(part.amount);
    return place === parts.length - 1 ? { due } : { due, amount: cents ?? 0 };
  });
  return read.every(({ due, amount }) => due && amount !== 0) ? read : undefined;
}

type Props = {
  parts: TypedPart[];
  /** What is left to pay after the deposit, in cents. */
  rest: number;
  /** The first day of the first class, yyyy-mm-dd. */
  start: string;
  error: string | undefined;
  onChange: (parts: TypedPart[]) => void;
};

/** When the rest of a price is due: one or more parts, the last of which takes what is left. */
export function PlanFields({ parts, rest, start, error, onChange }: Props) {
  const change = (place: number, changed: Partial<TypedPart>) =>
    onChange(parts.map((part, at) => (at === place ? { ...part, ...changed } : part)));
  const before = parts.slice(0, -1).reduce((sum, { amount }) => sum + (readCents(amount) ?? 0), 0);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">When is the rest due?</legend>
      {parts.map((part, place) => {
        const isLast = place === parts.length - 1;
        return (
          <div key={place} className="grid gap-4 sm:grid-cols-2">
            <Field
              label={`Part ${place + 1} is due`}
              type="date"
              min={readToday()}
              value={findDue(part, start)}
              {...(isLast && {
                hint: `It takes the rest: ${nameCharge(Math.max(0, rest - before) / 100)}.`,
              })}
              error={isLast ? error : undefined}
              onChange={({ target }) => change(place, { due: target.value, before: '' })}
            />
            {start && (
              <Field
                label={`Or days before the start (part ${place + 1})`}
                type="number"
                min={1}
                max={999}
                value={part.before}
                hint={`The first class starts on ${formatDay(start)}.`}
                onChange={({ target }) => change(place, { due: '', before: target.value })}
              />
            )}
            {!isLast && (
              <Field
                label={`Amount of part ${place + 1} (${currency})`}
                inputMode="decimal"
                autoComplete="off"
                value={part.amount}
                onChange={({ target }) => change(place, { amount: target.value })}
              />
            )}
          </div>
        );
      })}
      <div className="flex flex-wrap gap-2">
        {parts.length < MAX_PLAN_PARTS && (
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => onChange([...parts.slice(0, -1), FIRST_PART, ...parts.slice(-1)])}
          >
            Add a part
          </button>
        )}
        {parts.length > 1 && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            onClick={() => onChange([...parts.slice(0, -2), ...parts.slice(-1)])}
          >
            Remove a part
          </button>
        )}
      </div>
    </fieldset>
  );
}
