import type { TextPart } from '@speakifyr/contract/text-parts.ts';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Props = {
  parts: TextPart[];
  /** All links open in a new tab: a form around it stays. */
  inNewTab?: boolean;
};

/** A text of the school, as elements. Its words never become HTML. R605 */
export function TextParts({ parts, inNewTab = false }: Props) {
  // They have no names, and a text is drawn as a whole.
  return parts.map((part, place) => <Fragment key={place}>{draw(part, inNewTab)}</Fragment>);
}

function draw(part: TextPart, inNewTab: boolean): ReactNode {
  if (typeof part === 'string') return part;
  const { tag, href = '', parts } = part;
  if (tag === 'img') return <img src={href} alt={parts.join('')} loading="lazy" />;
  const children = parts.length > 0 ? <TextParts {...{ parts, inNewTab }} /> : undefined;
  return tag === 'a' ? (
    <TextLink href={href} inNewTab={inNewTab}>
      {children}
    </TextLink>
  ) : (
    createElement(tag, undefined, children)
  );
}

type LinkProps = { href: string; inNewTab: boolean; children: ReactNode };

/** Links to our own pages stay in the app; links to other sites open in a new tab. */
function TextLink({ href, inNewTab, children }: LinkProps) {
  if (href.startsWith('/') && !inNewTab)
    return (
      <Link to={href} className="link">
        {children}
      </Link>
    );
  const opensTab = inNewTab || /^https?:/.test(href);
  return (
    <a
      href={href}
      className="link"
      {...(opensTab && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {opensTab && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}
