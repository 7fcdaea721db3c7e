import { SCHOOL } from '@speakifyr/contract/school.ts';

type Props = { href?: string; className?: string };

/** Where the school is, on a map. Renders nothing if the school has not named one. */
export function MapLink({ href = SCHOOL.mapLink, className = '' }: Props) {
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={`link py-0.5 ${className}`}>
      See it on the map<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
