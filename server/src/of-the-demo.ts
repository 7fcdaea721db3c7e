import type { School } from '@speakifyr/contract/school-schema.ts';
import { FIRST_SCHOOL, SCHOOL, writeAddress } from '@speakifyr/contract/school.ts';
import type { Environment } from './environment.ts';
import { ApiError } from './errors.ts';

/** What families must not read of another school, in the words of Settings → School. */
const FACTS: Record<string, (school: School) => string> = {
  name: ({ name }) => name,
  'legal name of the seller': ({ seller }) => seller,
  address: writeAddress,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  'link to a map': ({ mapLink }) => mapLink,
};

/** What the school still has of the one that the software came with, such as `phone`. R606 */
export function listOfDemo(school: School = SCHOOL): string[] {
  return Object.entries(FACTS)
    .filter(([, read]) => read(school) !== '' && read(school) === read(FIRST_SCHOOL))
    .map(([name]) => name);
}

/**
 * With live cards, nobody buys a seat from the demo school's seller. R606
 * @throws {ApiError} `unavailable`
 */
export function checkSeller({ STRIPE_SECRET_KEY }: Pick<Environment, 'STRIPE_SECRET_KEY'>): void {
  if (/^(sk|rk)_live_/.test(STRIPE_SECRET_KEY) && SCHOOL.seller === FIRST_SCHOOL.seller)
    throw new ApiError(
      'unavailable',
      'The school can’t take cards yet: it still has to say who sells the seats.',
    );
}
