import { SCHOOL } from './school.ts';
import type { PublicSchool } from './web-settings.ts';

/** The school that the software comes with. Its drawings, a sun over a lake, are no other school's. */
const DEMO = { name: 'SPEAKIFYR', logo: '/logo.svg', shared: '/pictures/social.jpg' };

type Look = Pick<PublicSchool, 'name' | 'logo'>;

/** Whether the school is still the one that the software comes with. Its name tells, whatever else was changed. */
export function isDemo({ name }: Pick<Look, 'name'> = SCHOOL): boolean {
  return name === DEMO.name;
}

/**
 * What stands beside prices where the currency is not named: the school's own words, or its currency's sign. '' for the
 * demo school, which has two: '$' and 'tk' (spec section 9). R63
 */
export function findCurrencyLabel({
  name,
  currency,
  currencyLabel,
}: Pick<PublicSchool, 'name' | 'currency' | 'currencyLabel'> = SCHOOL): string {
  if (currencyLabel || isDemo({ name })) return currencyLabel;
  const sign = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return sign.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The address of the school's logo; '' if it has none, so that its name stands alone. R609 */
export function findLogo(school: Look = SCHOOL): string {
  return school.logo || (isDemo(school) ? DEMO.logo : '');
}

/** The picture of Home that the software comes with. It names no school. */
export const FIRST_HOME_PICTURE = '/pictures/hero.webp';

/** The picture of a page where it is shared. The demo school's has its name and its logo in it. R609 */
export function findSharedPicture(): string {
  return isDemo() ? DEMO.shared : SCHOOL.home.picture || FIRST_HOME_PICTURE;
}
