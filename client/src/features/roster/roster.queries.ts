import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type InstructorFigures = Output<Contract['GET /instructorStats']>;
export type Roster = Output<Contract['GET /enrolledStudents']>;
export type RosterStudent = Roster['students'][number];

/** The instructor's own record: it says sooner than the figures which courses they teach. */
export function instructorInfoOptions(email: string) {
  return queryOptions({
    queryKey: ['instructorInfo', email],
    queryFn: () => call('GET /userList/instructorInfo', { query: { email } }),
    // An admin can assign a course at any time.
    staleTime: 0,
  });
}

/** The instructor's profile, course and figures: of one course, or of all with the next one. */
export function instructorStatsOptions(email: string, classId?: string) {
  return queryOptions({
    queryKey: ['instructorStats', email, classId ?? 'all'],
    queryFn: () => call('GET /instructorStats', { query: { email, ...(classId && { classId }) } }),
    // Students can enroll at any time.
    staleTime: 0,
  });
}

/** The students enrolled in a course of the instructor, or in the next one, by entry code. */
export function enrolledStudentsOptions(email: string, classId?: string) {
  return queryOptions({
    queryKey: ['enrolledStudents', email, classId ?? 'next'],
    queryFn: () => call('GET /enrolledStudents', { query: { email, ...(classId && { classId }) } }),
    staleTime: 0,
  });
}
