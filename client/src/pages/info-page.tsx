import type { PageHead as Head } from '@speakifyr/contract/page-head.ts';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ReachUs } from '../ui/reach-us.tsx';
import { paths } from '../lib/paths.ts';
import { PageHead } from '../ui/page-head.tsx';

/** A file of client/content. */
type Text = ComponentType<{ components?: object }>;

type Props = {
  head: Head;
  content: Text;
  /** What follows the text. */
  children?: ReactNode;
};

/** A page that is a text, with the school's address beside it. */
export function InfoPage({ head, content, children }: Props) {
  return (
    <div className="page grid items-start gap-10 pt-10 md:pt-16 lg:grid-cols-[minmax(0,44rem)_minmax(0,22rem)] lg:justify-between">
      <PageHead {...head} />
      <article className="info-text">
        <InfoText content={content} />
        {children}
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

/** A text with its links. */
export function InfoText({ content: Content }: { content: Text }) {
  return <Content components={{ a: TextLink }} />;
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
