import type { TapProblem } from '@speakifyr/contract/attendance.ts';

const WHY: Record<TapProblem, (name: string, by: string) => string> = {
  not_in_class: (name) => `${name} is not in this class.`,
  wrong_time: () => 'the phone’s clock is wrong.',
  not_listed: (name, by) => `${by} may not collect ${name}.`,
  not_alone: (name) =>
    `the family has not said that ${name} may leave alone at this time. Keep ${name} with you, or call the office.`,
  nonce_used: () => 'the phone mixed it up with another one. Please tap again.',
  nothing_to_undo: () => 'there is nothing to undo.',
  code_wrong: (name) =>
    `this code is not right for ${name}. Check the digits. The family may have made a new one.`,
  code_used: () => 'this code was used already. The family can make a new one.',
  code_expired: () => 'this code has expired. The family can make a new one.',
  code_locked: () => 'somebody entered wrong codes too often. The family has to make a new one.',
  must_not_collect: (name, by) =>
    `${by} must not collect ${name}. Keep ${name} with you, and call the office.`,
  too_many_codes: () => 'you have entered too many wrong codes. Call the office.',
};

/**
 * Why the server did not record a tap, in words that follow a colon.
 * @param name of the child
 * @param by who was to collect it
 */
export function sayProblem(problem: TapProblem, name: string, by = 'That person'): string {
  return WHY[problem](name, by);
}
