import type { SentHandOver, SentTap } from '@speakifyr/contract/attendance.ts';
import type { CodeProblem } from '@speakifyr/contract/pick-up.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/api.ts';
import { readAgain } from '../../lib/use-change.ts';
import { type ClassDay } from './attendance.queries.ts';
import type { PersonNow } from './read-person.ts';
import { findMoment } from './use-taps.ts';

type WithCode = Extract<SentHandOver, { how: 'code' }>;

/** Asks the server who a code is for. Does not use it up. */
export function useCheckCode(childId: string, classId: string) {
  return useMutation({
    mutationFn: (code: string) =>
      call('POST /pickupCode/:childId/check', { params: { childId }, body: { classId, code } }),
    gcTime: 0,
  });
}

/**
 * Lets a child leave with a code. Unlike other taps, it does not wait on the phone: the child stays until the server
 * has said yes. Pressed again after a lost answer, it is the same tap, at the same moment.
 * @returns a mutation; it gives why the child may not leave, or null
 */
export function useLeaveWithCode(person: PersonNow, list: ClassDay) {
  const { classId, day } = list;
  const queryClient = useQueryClient();
  /** What was sent, and has no answer yet. */
  const tried = useRef<Pick<SentTap, '_id' | 'at'>>(undefined);
  return useMutation({
    mutationFn: async (collectedBy: WithCode) => {
      tried.current ??= {
        _id: crypto.randomUUID(),
        at: findMoment(person, Date.now() + list.clockOffset),
      };
      const { personId } = person;
      const tap = { ...tried.current, personId, kind: 'out' as const, collectedBy };
      const { problems } = await call('POST /attendance', { body: { classId, day, taps: [tap] } });
      tried.current = undefined;
      return (problems[0] ?? null) as CodeProblem | null;
    },
    onSettled: () => {
      void readAgain(queryClient, ['GET /attendanceSheet/:classId']);
      return readAgain(queryClient, ['GET /dayList/:classId/:day']);
    },
    gcTime: 0,
  });
}
