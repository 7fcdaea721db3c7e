import { formatAges } from '@speakifyr/contract/format.ts';
import {
  CalendarDays,
  CalendarX,
  Clock,
  DoorOpen,
  type LucideIcon,
  MapPin,
  UsersRound,
} from 'lucide-react';
import { formatHours } from '@speakifyr/contract/format.ts';
import { sayDays } from '../../lib/say-days.ts';
import { formatDays } from '../../lib/format.ts';
import type { Roster } from './roster.queries.ts';

type Props = { camp: NonNullable<Roster['camp']> };

/** The days, hours, ages, room and place of the course. Also printed above the students. */
export function CampFacts({ camp }: Props) {
  const facts: { icon: LucideIcon; term: string; text: string | undefined }[] = [
    {
      icon: CalendarDays,
      term: 'Days',
      text: formatDays(camp.camp_start, camp.camp_end),
    },
    { icon: CalendarX, term: 'Which days', text: sayDays(camp) },
    { icon: Clock, term: 'Hours', text: formatHours(camp) },
    { icon: UsersRound, term: 'Ages', text: formatAges(camp) },
    { icon: DoorOpen, term: 'Room', text: `Room ${camp.assign_room}` },
    { icon: MapPin, term: 'Place', text: camp.place || undefined },
  ];
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
      {facts.map(
        ({ icon: Icon, term, text }) =>
          text && (
            <div key={term} className="flex items-center gap-2">
              <dt>
                <Icon className="text-primary size-5" aria-hidden="true" />
                <span className="sr-only">{term}</span>
              </dt>
              <dd className="font-medium">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
