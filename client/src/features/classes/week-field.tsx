import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/format.ts';
import { SelectField } from '../../ui/field.tsx';
import { classMonthsOptions } from './class-search.queries.ts';

type Props = {
  /** Its first day; empty for any. */ week: string;
  onChange: (week: string) => void;
};

/** A week in which the class meets. Until the list of weeks loads, it offers any week and the chosen one. */
export function WeekField({ week, onChange }: Props) {
  const weeks = useQuery(classMonthsOptions()).data?.weeks ?? [];
  const choices = week && !weeks.includes(week) ? [week, ...weeks] : weeks;
  return (
    <SelectField label="Week" value={week} onChange={(event) => onChange(event.target.value)}>
      <option value="">Any week</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          From {formatDay(choice)}
        </option>
      ))}
    </SelectField>
  );
}
