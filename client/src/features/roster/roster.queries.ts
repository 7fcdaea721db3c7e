import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { read } from '../../lib/read.ts';

export type InstructorFigures = Output<Contract['GET /instructorStats']>;
export type Roster = Output<Contract['GET /enrolledStudents']>;
export type RosterStudent = Roster['students'][number];

/** The instructor's profile, course and figures: of one course, or of all with the next one. */
export function instructorStatsOptions(email: string, classId?: string) {
  return read('GET /instructorStats', { query: { email, ...(classId && { classId }) } });
}
