import { useQuery } from '@tanstack/react-query';
import { FRESH_MS } from '../lib/query-client.ts';
import { read } from '../lib/read.ts';
import { FilterSelect } from './list-filters.tsx';

/** The choice that is not in the address. */
const COMING = 'coming';
export const ALL_SEASONS = 'all';

/** For `useListAddress`: a year, or all seasons. Without it, the list shows the coming season. */
export function readSeason(text: string): string | undefined {
  return text === ALL_SEASONS || isYear(text) ? text : undefined;
}

/** Whether one season is chosen: a year. @param chosen as in the address */
export function isYear(chosen: string): boolean {
  return /^\d{4}$/.test(chosen);
}

/** What the API is asked for: undefined for all seasons. @param chosen as in the address */
export function toSeason(chosen: string | undefined): string | undefined {
  return chosen === ALL_SEASONS ? undefined : (chosen ?? COMING);
}

type Props = {
  value: string | undefined;
  onChange: (season: string) => void;
};

/** Limits a list of classes to a season: at first to what is not over. R260 */
export function SeasonFilter({ value, onChange }: Props) {
  const { data: years = [] } = useQuery({ ...read('GET /seasons'), staleTime: FRESH_MS });
  const options = [
    { value: COMING, label: 'Coming' },
    ...years.map((year) => ({ value: year, label: year })),
    { value: ALL_SEASONS, label: 'All seasons' },
  ];
  return (
    <FilterSelect
      label="Season"
      options={options}
      value={value ?? COMING}
      onChange={(season) => onChange(season === COMING ? '' : season)}
    />
  );
}
