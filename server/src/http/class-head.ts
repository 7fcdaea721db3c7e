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
export function writeClassHead(campClass: CampClass, origin: string): string {
  const { name, details, camp_start, image } = campClass;
  const avif = findAvif(image);
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
    ...(avif
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" href="${escape(avif)}" />`,
        ]
      : []),
    writeFirstPicture(campClass),
  ].join('\n    ');
}

/**
 * The header of a page whose largest picture is that of a class: it is fetched beside the scripts, and not after them.
 * @returns undefined where the picture is not one of ours
 */
export function writePictureLink({ image }: CampClass): string | undefined {
  const avif = findAvif(image);
  return (
    avif && `<${encodeURI(avif)}>; rel=preload; as=image; type="image/avif"; fetchpriority=high`
  );
}

/**
 * For the head of the same page: the picture stands where the class's will be (the app's first-picture.tsx).
 * @returns nothing where the picture is not one of ours
 */
export function writeFirstPicture({ image }: CampClass): string {
  const avif = findAvif(image);
  return avif ? `<style>:root{--first-picture:url("${encodeURI(avif)}")}</style>` : '';
}

function findAvif(image: string): string | undefined {
  return OWN_WEBP.test(image) ? image.replace(OWN_WEBP, '$1.avif') : undefined;
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
