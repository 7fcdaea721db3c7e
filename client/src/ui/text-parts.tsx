import type { TextPart } from '@speakifyr/contract/text-parts.ts';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A text of the school, as elements. Its words never become HTML. R605 */
export function TextParts({ parts }: { parts: TextPart[] }) {
  // They have no names, and a text is drawn as a whole.
  return parts.map((part, place) => <Fragment key={place}>{draw(part)}</Fragment>);
}

function draw(part: TextPart): ReactNode {
  if (typeof part === 'string') return part;
  const { tag, href = '', parts } = part;
  if (tag === 'img') return <img src={href} alt={parts.join('')} loading="lazy" />;
  const children = parts.length > 0 ? <TextParts parts={parts} /> : undefined;
  return tag === 'a' ? (
    <TextLink href={href}>{children}</TextLink>
  ) : (
    createElement(tag, undefined, children)
  );
}

/** Links to our own pages stay in the app; links to other sites open in a new tab. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
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
