import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { read } from '../../lib/read.ts';

export type ClassRecords = Output<Contract['GET /classRecords/:classId/:day']>;

/** How often the records of a day load again, in milliseconds: somebody else may have given the medicine. */
const LOOK_AGAIN_MS = 60_000;

/** What children of a class get, and what was recorded on a day. The app forgets it when the page closes. */
export function classRecordsOptions(classId: string, day: string) {
  return {
    ...read('GET /classRecords/:classId/:day', { params: { classId, day } }),
    refetchInterval: LOOK_AGAIN_MS,
  };
}
