import type { SchoolChange } from './school.ts';

/** Another school than the one of school.json, in every word. */
export const PINE_HILL: SchoolChange = {
  name: 'Pine Hill',
  seller: 'Pine Hill Camps LLC',
  taxNumber: '98-7654321',
  kind: 'Forest camp',
  ages: '6 to 12',
  address: {
    street: '4 Pine Road',
    city: 'Ithaca',
    region: 'NY',
    postalCode: '14850',
    country: 'USA',
    countryCode: 'US',
  },
  phone: '+1 607 555 0101',
  email: 'office@pinehill.example',
  hours: 'Monday to Friday, 9:00 to 17:00',
  timeZone: 'America/New_York',
  dates: 'month first',
  clock: '24 hours',
  lunch: { endsAfter: '13:00', included: 'There is soup.', without: 'Bring a lunch.' },
  whatToBring: ['Boots', 'A hat'],
  mapLink: 'https://maps.example/pine-hill',
  social: { facebook: '', linkedin: '', instagram: '', github: '' },
};

/** How the school of school.json writes days and times. R614 */
export const DAYS_OF_THE_DEMO =
  /\d [AP]M\b|\d (January|February|March|April|May|June|July|August|September|October|November|December)\b/;

/** Words of the school of school.json. */
export const OF_THE_DEMO = /speakifyr|rangamati|dhaka|lakeshore|bangladesh|5550 ?0142|\d tk\b/i;
