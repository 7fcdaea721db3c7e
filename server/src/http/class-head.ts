import type { CampClass } from '@speakifyr/contract/classes.ts';

/** As much as search engines show. */
const MAX_DETAILS = 110;

/** Pictures of the demo school have an AVIF beside the WebP, which the app prefers (remote-picture.tsx). */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/**
 * What stands in the HTML of a class's page for search engines and where it is shared; the app then says the same
 * (class-page.tsx).
 * @param origin of the site, such as `https://camp.example`
 */
export function writeClassHead(
  { name, details, camp_start, image }: CampClass,
  origin: string,
): string {
  const title = escape(`SPEAKIFYR | ${name}`);
  const start = camp_start.split('-').reverse().join('/');
  const description = escape(
    `${name}, a class of the summer camp, from ${start}. ${shorten(details)}`,
  );
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:image" content="${escape(new URL(image, origin).href)}" />`,
    // The page's largest picture is fetched beside the script, and not after it.
    ...(OWN_WEBP.test(image)
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" href="${escape(image.replace(OWN_WEBP, '$1.avif'))}" />`,
        ]
      : []),
  ].join('\n    ');
}

function shorten(text: string): string {
  return text.length <= MAX_DETAILS ? text : `${text.slice(0, MAX_DETAILS).replace(/\s\S*$/, '')}…`;
}

/** For text and attributes in double quotes. */
function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
