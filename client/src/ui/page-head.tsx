import {
  listMetaTags,
  PATH_MARK,
  type PageHead as Head,
  SENT_MARK,
} from '@speakifyr/contract/page-head.ts';
import { useEffect } from 'react';
import { Helmet } from 'react-helmet-async';
import { useLocation } from 'react-router-dom';
import { useIsAwake } from '../lib/use-is-awake.ts';

/** The title, description, canonical address and social tags of the page that is shown. */
export function PageHead(head: Head) {
  const isAwake = useIsAwake();
  const { pathname } = useLocation();
  // The build doesn't know the site's address. It does mark its tags: the app removes those it has not taken over.
  const address = isAwake ? location.origin + pathname : undefined;
  const mark = isAwake ? {} : { [SENT_MARK]: '' };
  useEffect(() => {
    if (!isAwake) return;
    for (const tag of document.head.querySelectorAll(`[${SENT_MARK}]`)) tag.remove();
  }, [isAwake]);
  // The server describes the page that a visit starts with. The app can't write such a description, because text never
  // becomes a script; search engines ask the server for each page anyway.
  useEffect(() => {
    for (const data of document.head.querySelectorAll(`[${PATH_MARK}]`))
      if (data.getAttribute(PATH_MARK) !== pathname) data.remove();
  }, [pathname]);
  return (
    <Helmet>
      <title {...mark}>{head.title}</title>
      {listMetaTags(head, address).map((tag) => (
        <meta key={'name' in tag ? tag.name : tag.property} {...tag} {...mark} />
      ))}
      {address && !head.isPrivate && <link rel="canonical" href={address} />}
    </Helmet>
  );
}
