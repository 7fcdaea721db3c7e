import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type InstructorFigures = Output<Contract['GET /instructorStats']>;
export type Roster = Output<Contract['GET /enrolledStudents']>;
export type RosterStudent = Roster['students'][number];

/** The instructor's own record: it says sooner than the figures which course they teach. */
export function instructorInfoOptions(email: string) {
  return queryOptions({
    queryKey: ['instructorInfo', email],
    queryFn: () => call('GET /userList/instructorInfo', { query: { email } }),
    // An admin can assign a course at any time.
    staleTime: 0,
  });
}

/** The instructor's profile, course and figures. */
export function instructorStatsOptions(email: string) {
  return queryOptions({
    queryKey: ['instructorStats', email],
    queryFn: () => call('GET /instructorStats', { query: { email } }),
    // Students can enroll at any time.
    staleTime: 0,
  });
}

/** The students enrolled in the instructor's course, by entry code. */
export function enrolledStudentsOptions(email: string) {
  return queryOptions({
    queryKey: ['enrolledStudents', email],
    queryFn: () => call('GET /enrolledStudents', { query: { email } }),
    staleTime: 0,
  });
}
