import { formatAges } from '@speakifyr/contract/format.ts';
import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import { Clock, MapPin, Users } from 'lucide-react';
import { formatHours } from '@speakifyr/contract/format.ts';

/** What families ask first: ages, daily hours and place. Renders nothing for a class that names none of them. */
export function ClassBadges({ facts, className = '' }: { facts: ClassFacts; className?: string }) {
  const badges = [
    { icon: Users, name: 'Ages', text: formatAges(facts) },
    { icon: Clock, name: 'Daily hours', text: formatHours(facts) },
    { icon: MapPin, name: 'Place', text: facts.place },
  ].filter(({ text }) => text);
  if (badges.length === 0) return null;
  return (
    <ul aria-label="Ages, hours and place" className={`flex flex-wrap gap-1.5 ${className}`}>
      {badges.map(({ icon: Icon, name, text }) => (
        <li
          key={name}
          className="bg-base-300 flex max-w-full items-center gap-1.5 rounded-2xl px-2.5 py-1 text-sm leading-tight font-medium"
        >
          <Icon className="text-primary size-3.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{text}</span>
        </li>
      ))}
    </ul>
  );
}
