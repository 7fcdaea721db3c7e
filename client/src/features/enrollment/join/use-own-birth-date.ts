import { findAge } from '@speakifyr/contract/age.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { ADULT_AGE } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { checkBirthDate } from '../../../lib/birth-date.ts';
import { call } from '../../../lib/api.ts';
import { readToday } from '../../../lib/format.ts';
import { useSession } from '../../../session/auth.tsx';

/**
 * The birth date of a person who wants a seat for themselves. Asked for once, then kept on the account. R230
 * @returns `field`: undefined if it is known; `check`: whether they may go on; `save`: keeps it, if it is new
 */
export function useOwnBirthDate({ birthDate }: User) {
  const { readUserAgain } = useSession();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();

  function change(day: string) {
    setValue(day);
    setProblem(undefined);
  }

  function check(): boolean {
    if (birthDate) return true;
    const found = findProblem(value);
    setProblem(found);
    return !found;
  }

  async function save(): Promise<void> {
    if (birthDate) return;
    await call('PATCH /myProfile', { body: { birthDate: value } });
    // The next class does not ask again. Nobody has to wait for that.
    void readUserAgain();
  }

  return { field: birthDate ? undefined : { value, problem, onChange: change }, check, save };
}

function findProblem(birthDate: string): string | undefined {
  const checked = checkBirthDate(birthDate);
  if (checked !== true) return checked;
  if (findAge(birthDate, readToday()) >= ADULT_AGE) return undefined;
  return `This is for people of ${ADULT_AGE} or older. Is the seat for a child? Then add the child.`;
}
