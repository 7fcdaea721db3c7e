import type { CampClass } from './classes.ts';
import { nameDate } from './format.ts';
import { SCHOOL } from './school.ts';

/** What a page is called in the tab and in search results, and how it looks where it is shared. */
export type PageHead = {
  title: string;
  description: string;
  /** Address of a picture that represents the page, below the site's own or elsewhere. */
  picture?: string;
  /** Search engines are asked not to list it. */
  isPrivate?: boolean;
};

/** The attributes of a meta tag. */
export type MetaTag = { content: string } & ({ name: string } | { property: string });

/** The build writes this into the page of a class; the server replaces it with the tags of that class. */
export const CLASS_HEAD_PLACE = '<meta name="class-head"/>';

/** The build writes this where a page's first picture will be; the server replaces it with that picture. */
export const FIRST_PICTURE_PLACE = '<!--first-picture-->';

/** Marks the tags that came with the page. The app removes those that it does not take over. */
export const SENT_MARK = 'data-sent';

/** Marks structured data with the path of the page that it describes. The app removes that of other pages. */
export const PATH_MARK = 'data-path';

/** The page of a class that is still loading, or that could not be found. */
export function describeUnknownClass(): PageHead {
  return {
    title: `${SCHOOL.name} | Class`,
    description: `A class of the ${SCHOOL.name} summer camp.`,
  };
}

/** Search engines cut a description off at about this many characters of the class's own text. */
const MAX_DETAILS = 110;

/** The head of a class's page. The server and the web app both use it, so they always say the same. */
export function describeClass({ name, details, camp_start, image }: CampClass): PageHead {
  return {
    title: `${SCHOOL.name} | ${name}`,
    description: `${name}, a class of the summer camp, from ${nameDate(camp_start)}. ${shorten(details)}`,
    picture: image,
  };
}

/**
 * The meta tags of a page: its description, and how it looks where it is shared.
 * @param address the page's full address, such as `https://camp.example/classes`; unknown while the app is built
 */
export function listMetaTags(head: PageHead, address?: string): MetaTag[] {
  const { title, description, picture, isPrivate } = head;
  const tags: MetaTag[] = [{ name: 'description', content: description }];
  if (isPrivate) return [...tags, { name: 'robots', content: 'noindex' }];
  tags.push(
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: SCHOOL.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  );
  if (address) tags.push({ property: 'og:url', content: address });
  if (picture)
    tags.push(
      { property: 'og:image', content: address ? new URL(picture, address).href : picture },
      { name: 'twitter:card', content: 'summary_large_image' },
    );
  return tags;
}

function shorten(text: string): string {
  return text.length <= MAX_DETAILS ? text : `${text.slice(0, MAX_DETAILS).replace(/\s\S*$/, '')}…`;
}
