import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type SchoolFigures = Output<Contract['GET /adminStats']>;
export type DayEarnings = SchoolFigures['earningsByDay'][number];
export type ClassFill = SchoolFigures['fillByClass'][number];

/** The admin's profile and the school's figures. */
export function adminStatsOptions(email: string) {
  return queryOptions({
    queryKey: ['adminStats', email],
    queryFn: () => call('GET /adminStats', { query: { email } }),
    // Students join and pay all the time.
    staleTime: 0,
  });
}
