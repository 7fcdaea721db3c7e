import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';

/** The name of a class's instructor, as people read it. */
export function nameTeacher(instructor: string): string {
  return instructor === NOT_ASSIGNED ? 'To be announced' : instructor;
}
