import { SCHOOL } from '@speakifyr/contract/school.ts';

/** Where the school is, on a map. Renders nothing if the school has not named one. */
export function MapLink({ className = '' }: { className?: string }) {
  if (!SCHOOL.mapLink) return null;
  return (
    <a
      href={SCHOOL.mapLink}
      target="_blank"
      rel="noopener noreferrer"
      className={`link py-0.5 ${className}`}
    >
      See it on the map<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
