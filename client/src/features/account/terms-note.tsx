import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';

type Props = { /** What the person does to agree: 'By signing up, '. */ start: string };

/** What a person agrees to when they make an account. Belongs next to the button that makes it. R80 */
export function TermsNote({ start }: Props) {
  return (
    <p className="text-base-content/80 text-sm">
      {start}you agree to our <TextLink to={paths.terms}>Terms</TextLink> and{' '}
      <TextLink to={paths.privacy}>Privacy policy</TextLink>.
    </p>
  );
}

/** In a new tab, so that what the person has typed is still there afterwards. */
function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="link text-primary font-semibold">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
