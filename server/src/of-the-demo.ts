import type { School } from '@speakifyr/contract/school-schema.ts';
import { findLogo, isOfDemo } from '@speakifyr/contract/school-look.ts';
import { FIRST_SCHOOL, SCHOOL, writeAddress } from '@speakifyr/contract/school.ts';
import type { Environment } from './environment.ts';
import { ApiError } from './errors.ts';

/** Whether school.json is the demo's. A school may have written its own facts and texts into its copy of the software. */
export const startsAsDemo = () => isOfDemo('seller', FIRST_SCHOOL);

/** The names of the facts that are not on the part About of Settings → School. */
export const LUNCH = 'lunch';

/** What families must not read of another school, in the words of Settings → School. */
const FACTS: Record<string, (school: School) => string[]> = {
  // Beside the seller in the form: who has written another one there is called so, too.
  name: (school) => [isOfDemo('seller', school) ? school.name : ''],
  // Only with the demo's name: otherwise, a school without one has its initials.
  logo: (school) => [findLogo(school)],
  'legal name of the seller': ({ seller }) => [seller],
  address: (school) => [writeAddress(school)],
  phone: ({ phone }) => [phone],
  email: ({ email }) => [email],
  'office hours': ({ hours }) => [hours],
  'link to a map': ({ mapLink }) => [mapLink],
  'links to Facebook and others': ({ social }) => Object.values(social),
  [LUNCH]: ({ lunch }) => [lunch.included, lunch.without],
};

/** A school elsewhere that is still in the demo's time zone has not chosen one. */
export const TIME_ZONE = 'time zone';

function hasZoneOfDemo({ timeZone, address }: School): boolean {
  const first = FIRST_SCHOOL;
  return timeZone === first.timeZone && address.countryCode !== first.address.countryCode;
}

/** What the school still has of the one that the software came with, such as `phone`. R606 */
export function listOfDemo(school: School = SCHOOL): string[] {
  if (!startsAsDemo()) return [];
  const facts = Object.entries(FACTS)
    .filter(([, read]) => {
      const first = read(FIRST_SCHOOL);
      return read(school).some((fact, place) => fact !== '' && fact === first[place]);
    })
    .map(([name]) => name);
  return hasZoneOfDemo(school) ? [...facts, TIME_ZONE] : facts;
}

/** Whether the cards are real ones, with money behind them. */
export function areCardsLive({
  STRIPE_SECRET_KEY,
}: Pick<Environment, 'STRIPE_SECRET_KEY'>): boolean {
  return /^(sk|rk)_live_/.test(STRIPE_SECRET_KEY);
}

/**
 * With live cards, nobody buys a seat from the demo school's seller. R606
 * @throws {ApiError} `unavailable`
 */
export function checkSeller(environment: Pick<Environment, 'STRIPE_SECRET_KEY'>): void {
  if (areCardsLive(environment) && isOfDemo('seller'))
    throw new ApiError(
      'unavailable',
      'The school can’t take cards yet: it still has to say who sells the seats.',
    );
}
