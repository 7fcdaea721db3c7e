import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { afterEach, expect, it } from 'vitest';
import { checkSeller, listOfDemo, startsAsDemo } from './of-the-demo.ts';
import { PINE_HILL } from './testing/pine-hill.ts';
import { setUpSchool } from './testing/school.ts';

afterEach(() => setUpSchool());

const live = { STRIPE_SECRET_KEY: 'sk_live_51MxLkQp2dYhNfGzRt' };

// Rules: R606.
it('the demo school is the one of school.json', () => {
  expect(startsAsDemo()).toBe(true);
});

it('says what is still the demo school’s', () => {
  expect(listOfDemo(FIRST_SCHOOL)).toEqual(expect.arrayContaining(['name', 'logo', 'phone']));
  setUpSchool({ name: 'Pine Hill', seller: 'Pine Hill Camps LLC', phone: '', mapLink: '' });
  expect(listOfDemo()).toEqual([
    'address',
    'email',
    'office hours',
    'links to Facebook and others',
    'lunch',
  ]);
  setUpSchool(PINE_HILL);
  expect(listOfDemo()).toEqual([]);
  setUpSchool({ ...PINE_HILL, social: { ...FIRST_SCHOOL.social, facebook: '' } });
  expect(listOfDemo()).toEqual(['links to Facebook and others']);
});

it('with live cards, no seat is sold in the name of the demo school’s seller', () => {
  expect(() => checkSeller(live)).toThrow('who sells the seats');
  checkSeller({ STRIPE_SECRET_KEY: 'sk_test_sandbox' });
  setUpSchool({ seller: 'Pine Hill Camps LLC' });
  checkSeller(live);
});
