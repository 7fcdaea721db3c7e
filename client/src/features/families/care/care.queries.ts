import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export type CareSheet = Output<Contract['GET /classCare/:classId']>;

/** The care sheet of a class. The app forgets it when the page closes, because it is about health. */
export function careSheetOptions(classId: string) {
  return queryOptions({
    queryKey: ['classCare', classId],
    queryFn: () => call('GET /classCare/:classId', { params: { classId } }),
    staleTime: 0,
    gcTime: 0,
  });
}
