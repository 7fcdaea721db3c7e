import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';

/** Who teaches a class, for a person to read. */
export function nameTeacher(instructor: string): string {
  return instructor === NOT_ASSIGNED ? 'To be announced' : instructor;
}
