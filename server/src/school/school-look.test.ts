import { afterEach, expect, it } from 'vitest';
import {
  findCurrencyLabel,
  findLogo,
  findSharedPicture,
  isOfDemo,
} from '@speakifyr/contract/school-look.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';

afterEach(() => setSchool(FIRST_SCHOOL));

const elsewhere = { ...FIRST_SCHOOL.address, countryCode: 'US' };

// Rules: R609, R640.
it('the demo school keeps its drawings and its two labels, also once it sells in its own name', () => {
  setSchool({ ...FIRST_SCHOOL, seller: 'Lake Camps Ltd.' });
  expect(findLogo()).toBe('/logo.svg');
  expect(findSharedPicture()).toBe('/pictures/social.jpg');
  expect(findCurrencyLabel()).toBe('');
  expect(isOfDemo('seller')).toBe(false);
});

it('another school of the same name elsewhere has nothing of it', () => {
  setSchool({ ...FIRST_SCHOOL, seller: 'Lake Camps LLC', address: elsewhere });
  expect(findLogo()).toBe('');
  expect(findSharedPicture()).toBe('/pictures/hero.webp');
  expect(findCurrencyLabel()).toBe('$');
});

it('prices in another currency have its sign, and a school with a logo of its own shares no drawing of the demo', () => {
  setSchool({ ...FIRST_SCHOOL, currency: 'EUR', logo: '/pictures/ours.png' });
  expect(findCurrencyLabel()).toBe('€');
  expect(findLogo()).toBe('/pictures/ours.png');
  expect(findSharedPicture()).toBe('/pictures/hero.webp');
});
