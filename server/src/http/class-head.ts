import {
  listMetaTags,
  PATH_MARK,
  type PageHead,
  SENT_MARK,
} from '@speakifyr/contract/page-head.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { priceWithTax, readRates } from '@speakifyr/contract/tax.ts';

/** Pictures of the demo school have an AVIF next to the WebP, and the app prefers it (remote-picture.tsx). */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/**
 * Writes the head of a class's page for search engines and for sites where it is shared. The app later renders the same
 * tags itself (page-head.tsx) and removes these.
 * @param address the page's full address, such as `https://camp.example/classes/…`, if it is known
 */
export function writeClassHead(head: PageHead, address: string | undefined): string {
  const tags = listMetaTags(head, address).map((tag) => writeTag('meta', tag));
  if (address && !head.isPrivate) tags.push(writeTag('link', { rel: 'canonical', href: address }));
  const title = `<title ${SENT_MARK}>${escape(head.title)}</title>`;
  return title + tags.join('');
}

/**
 * Writes structured data for search engines. It is not a script: the browser never runs it.
 * @param path the page that it describes. The app removes it when the visitor goes to another one
 */
export function writeStructuredData(data: object, path: string): string {
  // A name may contain '</script>' or '<!--', which would end the element or change how its text is read.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json" ${PATH_MARK}="${escape(path)}">${json}</script>`;
}

/**
 * Adds a page's own address to the HTML that the build made without knowing it.
 * @param origin the school's address, such as `https://camp.example`
 */
export function addAddress(html: string, origin: string, path: string): string {
  const address = origin + path;
  const tags = [
    writeTag('meta', { property: 'og:url', content: address }),
    writeTag('link', { rel: 'canonical', href: address }),
  ];
  return html
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replaceAll('content="/pictures/', () => `content="${escape(origin)}/pictures/`);
}

/**
 * Writes the picture that a page starts with, in the same form as the app will (remote-picture.tsx). It shows at once,
 * before the app has asked for the class.
 */
export function writePicture(address: string): string {
  const avif = OWN_WEBP.test(address)
    ? `<source type="image/avif" srcset="${escape(address.replace(OWN_WEBP, '$1.avif'))}"/>`
    : '';
  return `<picture>${avif}<img src="${escape(address)}" alt="" fetchpriority="high"/></picture>`;
}

function writeTag(name: string, attributes: Record<string, string>): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${list.join('')} ${SENT_MARK}/>`;
}

/** For text, and for attributes in double quotes. */
function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Describes a class for search engines, as an event with an offer:
 * https://developers.google.com/search/docs/appearance/structured-data/event. R77
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
  const price = priceWithTax(campClass.early?.price ?? campClass.price, SCHOOL);
  const { street, city, region, postalCode, countryCode } = SCHOOL.address;
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
        ...(region && { addressRegion: region }),
        ...(postalCode && { postalCode }),
        addressCountry: countryCode,
      },
    },
    organizer: school,
    ...(instructor !== NOT_ASSIGNED && { performer: { '@type': 'Person', name: instructor } }),
    offers: {
      '@type': 'Offer',
      url: address,
      price,
      priceCurrency: currency,
      ...(readRates(SCHOOL) && {
        priceSpecification: {
          '@type': 'PriceSpecification',
          price,
          priceCurrency: currency,
          valueAddedTaxIncluded: true,
        },
      }),
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
