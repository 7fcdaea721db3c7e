import type { PageHead as Head } from '@speakifyr/contract/page-head.ts';
import type { ComponentProps, ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { ReachUs } from '../features/contact/reach-us.tsx';
import { paths } from '../lib/paths.ts';
import { PageHead } from '../ui/page-head.tsx';

type Props = {
  head: Head;
  /** A file of client/content. */
  content: ComponentType<{ components?: object }>;
};

/** A page that is a text, with the school's address beside it. */
export function InfoPage({ head, content: Content }: Props) {
  return (
    <div className="page grid items-start gap-10 pt-10 md:pt-16 lg:grid-cols-[minmax(0,44rem)_minmax(0,22rem)] lg:justify-between">
      <PageHead {...head} />
      <article className="info-text">
        <Content components={{ a: TextLink }} />
      </article>
      <aside aria-label="Contact" className="lg:sticky lg:top-28">
        <ReachUs>
          <Link to={paths.contact} className="btn btn-primary mt-5 w-full">
            Write to us
          </Link>
        </ReachUs>
      </aside>
    </div>
  );
}

/** Links to our own pages stay in the app; links to other sites open in a new tab. */
function TextLink({ href = '', children }: ComponentProps<'a'>) {
  if (href.startsWith('/'))
    return (
      <Link to={href} className="link">
        {children}
      </Link>
    );
  const isOtherSite = /^https?:/.test(href);
  return (
    <a
      href={href}
      className="link"
      {...(isOtherSite && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {isOtherSite && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}
