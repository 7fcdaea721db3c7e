import { listMetaTags, type PageHead, SENT_MARK } from '@speakifyr/contract/page-head.ts';

/** Pictures of the demo school have an AVIF next to the WebP, and the app prefers it (remote-picture.tsx). */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/**
 * Writes the head of a class's page for search engines and for sites where it is shared. The app later shows the same
 * tags as its own (page-head.tsx) and removes these.
 * @param address the page's full address, such as `https://camp.example/classes/…`
 */
export function writeClassHead(head: PageHead, address: string): string {
  const tags = listMetaTags(head, address).map((tag) => writeTag('meta', tag));
  if (!head.isPrivate) tags.push(writeTag('link', { rel: 'canonical', href: address }));
  const title = `<title ${SENT_MARK}>${escape(head.title)}</title>`;
  return title + tags.join('') + writePicturePreload(head.picture);
}

/** The largest picture of the page loads at once, and not only after the app has asked for the class. */
function writePicturePreload(picture = ''): string {
  if (!OWN_WEBP.test(picture)) return '';
  const href = picture.replace(OWN_WEBP, '$1.avif');
  return writeElement('link', {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    fetchpriority: 'high',
    href,
  });
}

function writeTag(name: string, attributes: Record<string, string>): string {
  return writeElement(name, { ...attributes, [SENT_MARK]: '' });
}

function writeElement(name: string, attributes: Record<string, string>): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${list.join('')}/>`;
}

/** For text, and for attributes in double quotes. */
function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
