import {
  listMetaTags,
  PATH_MARK,
  type PageHead,
  SENT_MARK,
} from '@speakifyr/contract/page-head.ts';

/** Pictures of the demo school have an AVIF next to the WebP, and the app prefers it (remote-picture.tsx). */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/**
 * Writes the head of a class's page for search engines and for sites where it is shared. The app later shows the same
 * tags as its own (page-head.tsx) and removes these.
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
 * and not only after the app has asked for the class.
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
