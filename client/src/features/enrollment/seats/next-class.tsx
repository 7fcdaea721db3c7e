import { sayDays } from '../../../lib/say-days.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import type { CampNeed } from '@speakifyr/contract/limits.ts';
import { countDays } from '@speakifyr/contract/days.ts';
import { SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { CalendarDays, type LucideIcon, MapPin, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDays, readToday } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { ContactNote } from './contact-note.tsx';
import { OwedNote } from './owed-note.tsx';
import { listWithoutContact, nameSeat, nameSeats, type SeatsOfClass } from './seats-of-class.ts';
import { MapLink } from '../../../ui/map-link.tsx';

/** The class that a family goes to next: who, when and where, the entry codes, and what is still missing. R250 */
export function NextClass({ seats }: { seats: SeatsOfClass }) {
  const [course] = seats;
  const { classData, camp_start, camp_end, place, room } = course;
  const hours = formatHours(course);
  const days = sayDays(course);
  const isUrgent = listWithoutContact(seats).length > 0;
  return (
    <section
      aria-labelledby="next-class"
      className={`card bg-base-100 shadow-card mb-6 border-2 p-5 sm:p-8 ${isUrgent ? 'border-warning' : 'border-transparent'}`}
    >
      <p className="text-secondary font-semibold">{sayWhen(camp_start)}</p>
      <h2 id="next-class" className="text-2xl font-bold [overflow-wrap:anywhere] sm:text-3xl">
        {classData.name}
      </h2>
      <ContactNote seats={seats} />
      <OwedNote seats={seats} />
      <div className="mt-4 grid gap-5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <ul className="space-y-2">
          <Line icon={UserRound}>for {nameSeats(seats)}</Line>
          <Line icon={CalendarDays}>
            {formatDays(camp_start, camp_end)}
            {days && <span className="block">{days}</span>}
            {hours && <span className="block">{hours}</span>}
          </Line>
          <Line icon={MapPin}>
            <span>{`${place ? `${place}, ` : ''}Room ${room}`}</span>
            <span className="block">{SCHOOL_ADDRESS}</span>
            <MapLink />
          </Line>
        </ul>
        <dl className="rounded-box bg-base-200 grid gap-3 self-start p-4 sm:min-w-48">
          {seats.map((seat) => (
            <div key={seat.cartId}>
              <dt className="text-base-content/80 text-sm [overflow-wrap:anywhere]">{`Entry Code${seats.length > 1 ? `, ${nameSeat(seat, seats)}` : ''}`}</dt>
              <dd className="text-primary font-display text-2xl font-extrabold tracking-wide">
                {seat.entry_code}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Missing seats={seats} />
      <Link to={paths.enroll} className="btn btn-outline btn-primary mt-5 w-full sm:w-fit">
        All about this class
      </Link>
    </section>
  );
}

/** How soon a class is. */
function sayWhen(campStart: string): string {
  const days = countDays(readToday(), campStart);
  if (days < 0) return 'On now';
  if (days < 2) return days === 0 ? 'Today' : 'Tomorrow';
  return days <= 60 ? `Your next class, in ${days} days` : 'Your next class';
}

const NEEDS: Record<CampNeed, string> = {
  health: 'health information',
  emergency: 'an emergency contact',
  pickUp: 'who picks up',
  forms: 'forms',
};

/** What is missing, in a line; the list of what makes a child ready says how to add it. */
function Missing({ seats }: { seats: SeatsOfClass }) {
  const missing = seats.filter(({ needs }) => needs && needs.length > 0);
  if (missing.length === 0) return null;
  return (
    <ul className="text-error mt-4 space-y-1 font-semibold">
      {missing.map((seat) => (
        <li key={seat.cartId} className="[overflow-wrap:anywhere]">
          {`Still missing for ${nameSeat(seat, seats)}: ${seat.needs?.map((need) => NEEDS[need]).join(', ')}`}
        </li>
      ))}
    </ul>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [overflow-wrap:anywhere]">
      <Icon className="text-primary mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** As high as the next class, so that nothing below it moves when it appears. */
export function NextClassSkeleton() {
  return (
    <div
      className="card bg-base-100 shadow-card mb-6 border-2 border-transparent p-5 sm:p-8"
      aria-hidden="true"
    >
      <div className="skeleton h-6 w-32" />
      <div className="skeleton mt-2 h-9 w-64 max-w-full" />
      <div className="skeleton mt-4 h-64 sm:h-40" />
    </div>
  );
}
