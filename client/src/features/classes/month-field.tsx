import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../lib/format.ts';
import { SelectField } from '../../ui/field.tsx';
import { classMonthsOptions } from './class-search.queries.ts';

type Props = { /** yyyy-mm; empty for any. */ month: string; onChange: (month: string) => void };

/** The month in which a class starts. Until the list of months loads, it offers any month and the chosen one. */
export function MonthField({ month, onChange }: Props) {
  const months = useQuery(classMonthsOptions()).data?.months ?? [];
  // A link may name a month that is not in the list.
  const choices = month && !months.includes(month) ? [month, ...months] : months;
  return (
    <SelectField
      label="Start month"
      value={month}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Any month</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {formatMonth(choice)}
        </option>
      ))}
    </SelectField>
  );
}
