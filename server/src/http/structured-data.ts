import type { CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';

/**
 * Describes a class for search engines, as an event with an offer:
 * https://developers.google.com/search/docs/appearance/structured-data/event
 * @param address the full address of the class's page
 * @param currency ISO code in capitals
 * @returns what goes into the page as JSON-LD
 */
export function describeEvent(
  campClass: CampClass,
  address: string,
  { currency, timeZone }: { currency: string; timeZone: string },
): object {
  const { name, details, image, instructor, camp_start, camp_end } = campClass;
  const { ageFrom, ageTo, dailyStart, dailyEnd } = campClass;
  const { street, city, postalCode, countryCode } = SCHOOL.address;
  const school = { '@type': 'Organization', name: SCHOOL.name, url: new URL('/', address).href };
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationEvent',
    name,
    url: address,
    startDate: writeMoment(camp_start, dailyStart, timeZone),
    endDate: writeMoment(camp_end, dailyEnd, timeZone),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(details && { description: details }),
    ...(image && { image: [new URL(image, address).href] }),
    ...(ageFrom !== null && ageTo !== null && { typicalAgeRange: `${ageFrom}-${ageTo}` }),
    location: {
      '@type': 'Place',
      name: campClass.place || SCHOOL.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: city,
        ...(postalCode && { postalCode }),
        addressCountry: countryCode,
      },
    },
    organizer: school,
    ...(instructor !== NOT_ASSIGNED && { performer: { '@type': 'Person', name: instructor } }),
    offers: {
      '@type': 'Offer',
      url: address,
      price: campClass.price,
      priceCurrency: currency,
      availability: `https://schema.org/${campClass.sit > 0 ? 'InStock' : 'SoldOut'}`,
    },
  };
}

/** @returns the day alone if the class has no hours, else the moment with the school's offset from UTC */
function writeMoment(day: string, time: string | null, timeZone: string): string {
  if (!time) return day;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const parts = format.formatToParts(new Date(`${day}T${time}:00Z`));
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '');
  return `${day}T${time}:00${offset || 'Z'}`;
}
