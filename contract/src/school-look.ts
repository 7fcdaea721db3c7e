import { SCHOOL } from './school.ts';
import type { PublicSchool } from './web-settings.ts';

/** What the school that the software comes with says about itself. Each fact alone can be another school's, too. */
const DEMO = {
  name: 'SPEAKIFYR',
  seller: 'SPEAKIFYR Summer School Ltd.',
  country: 'BD',
  currency: 'USD',
};

type Known = Pick<PublicSchool, 'name' | 'seller' | 'address' | 'currency'>;

const READ: Record<keyof typeof DEMO, (school: Known) => string> = {
  name: ({ name }) => name,
  seller: ({ seller }) => seller,
  country: ({ address }) => address.countryCode,
  currency: ({ currency }) => currency,
};

/** Whether this is what the demo school says about itself. Nothing else knows that. R640 */
export function isOfDemo(fact: keyof typeof DEMO, school: Known = SCHOOL): boolean {
  return READ[fact](school) === DEMO[fact];
}

/** The school may sell in its own name, and is still this one: its name and its lake are in the drawings. R640 */
function isDemo(school: Known): boolean {
  return isOfDemo('name', school) && isOfDemo('country', school);
}

/** Whether the drawings of the demo school stand for this one: its logo, its icons and the picture of shared pages. R609 */
export function hasMarksOfDemo(school: Known & Pick<PublicSchool, 'logo'> = SCHOOL): boolean {
  return isDemo(school) && !school.logo;
}

/**
 * What stands beside prices where the currency is not named: the school's own words, or its currency's sign. '' for the
 * demo school, which has two: '$' and 'tk' (spec section 9). R63
 */
export function findCurrencyLabel(
  school: Known & Pick<PublicSchool, 'currencyLabel'> = SCHOOL,
): string {
  const { currency, currencyLabel } = school;
  if (currencyLabel || (isDemo(school) && isOfDemo('currency', school))) return currencyLabel;
  const sign = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return sign.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The address of the school's logo; '' if it has none, so that its name stands alone. R609 */
export function findLogo(school: Known & Pick<PublicSchool, 'logo'> = SCHOOL): string {
  return hasMarksOfDemo(school) ? '/logo.svg' : school.logo;
}

/** The picture of Home that the software comes with. It names no school. */
export const FIRST_HOME_PICTURE = '/pictures/hero.webp';

/** The picture of a page where it is shared. The demo school's has its name and its logo in it. R609 */
export function findSharedPicture(): string {
  if (SCHOOL.home.picture) return SCHOOL.home.picture;
  return hasMarksOfDemo() ? '/pictures/social.jpg' : FIRST_HOME_PICTURE;
}
