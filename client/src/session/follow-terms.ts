import { SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { readApiError } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';

/**
 * Asks for the version of the terms. The page may have been open for long.
 * @returns whether this page had another one until now
 */
export async function followTerms(): Promise<boolean> {
  const { version } = await call('GET /texts/:name', { params: { name: 'terms' } });
  if (version === SCHOOL.termsDate) return false;
  setSchool({ ...SCHOOL, termsDate: version });
  return true;
}

/** After a refusal because of new terms: the next press agrees to them. @returns nothing is left to wait for */
export async function followNewTerms(error: unknown): Promise<void> {
  if (readApiError(error).code !== 'text_changed') return;
  await followTerms().catch((failure: unknown) =>
    console.error('Could not ask for the new terms', failure),
  );
}
