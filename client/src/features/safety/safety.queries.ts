import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input, Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';

export type ClassRecords = Output<Contract['GET /classRecords/:classId/:day']>;
type SentDose = Input<Contract['POST /doses']>['body'];
type SentIncident = Input<Contract['POST /incidents']>['body'];

/** How often the records of a day load again, in milliseconds: somebody else may have given the medicine. */
const LOOK_AGAIN_MS = 60_000;

/** What children of a class get, and what was recorded on a day. The app forgets it when the page closes. */
export function classRecordsOptions(classId: string, day: string) {
  return queryOptions({
    queryKey: ['classRecords', classId, day],
    queryFn: () => call('GET /classRecords/:classId/:day', { params: { classId, day } }),
    ...{ staleTime: 0, gcTime: 0, refetchInterval: LOOK_AGAIN_MS },
  });
}

/** The doses and incidents of a child. Forgotten like those of a class. */
export function childRecordsOptions(childId: string) {
  return queryOptions({
    queryKey: ['childRecords', childId],
    queryFn: () => call('GET /childRecords/:childId', { params: { childId } }),
    ...{ staleTime: 0, gcTime: 0 },
  });
}

export function useWriteDose() {
  return useChange(['classRecords'], (body: SentDose) => call('POST /doses', { body }));
}

export function useWriteIncident() {
  return useChange(['classRecords'], (body: SentIncident) => call('POST /incidents', { body }));
}

export function useAddToRecord() {
  return useChange(
    ['classRecords', 'childRecords'],
    ({ recordId, ...body }: { recordId: string; _id: string; note: string }) =>
      call('POST /addenda/:recordId', { params: { recordId }, body }),
  );
}
