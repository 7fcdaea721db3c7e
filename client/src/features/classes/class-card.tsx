import type { CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../../lib/count-of.ts';
import { linkToClass } from '../../lib/paths.ts';
import { Day } from '../../ui/day.tsx';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { ClassBadges } from './class-badges.tsx';
import { AddedTax, EarlyNote } from './early-price.tsx';
import { NextSeat } from './next-seat.tsx';
import { PriceTag } from './price-tag.tsx';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import { SeatsLeft } from './seats-left.tsx';

type Props = {
  campClass: CampClass;
  /** The Join Now button, which the page passes in. */
  action: ReactNode;
  /** The level that its name has below the page's headings. */
  headingLevel?: 2 | 3;
  /** Visible as soon as the page opens. */
  isSeenFirst?: boolean;
};

/** A class card, spec section 2. */
export function ClassCard({ campClass, action, headingLevel = 3, isSeenFirst = false }: Props) {
  const { _id, name, image, instructor, camp_start, days } = campClass;
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="class-card group">
      <div className="relative">
        <div className="rounded-[1.1rem] overflow-hidden">
          <RemotePicture
            src={image}
            alt=""
            width={800}
            height={500}
            {...(isSeenFirst && { loading: 'eager', fetchPriority: 'high' })}
            className={`class-picture w-full object-cover transition-transform duration-500 group-hover:scale-[1.04] ${hasSeats(campClass) ? '' : 'grayscale-[0.7]'}`}
          />
        </div>
        <PriceTag
          campClass={campClass}
          className="absolute right-3 bottom-3 max-sm:right-1 max-sm:bottom-1"
        />
      </div>
      <div className="class-text">
        <p className="text-base-content/75 flex items-center gap-1.5 text-sm font-medium">
          <CalendarDays className="size-4 shrink-0" aria-hidden="true" />
          <span>
            Starting From <Day day={camp_start} />
            {days && <span>, on {countOf(days.length, 'day')}</span>}
          </span>
        </p>
        <Heading className="mt-1 line-clamp-2 text-xl font-bold sm:mt-1.5 sm:text-2xl">
          {/* The whole card leads to the class; Join Now lies above it. */}
          <Link
            to={linkToClass(_id)}
            className="card-link group-hover:text-primary transition-colors"
          >
            {name}
          </Link>
        </Heading>
        <p className="text-base-content/80 mt-1">{nameTeacher(instructor)}</p>
        <AddedTax campClass={campClass} />
        <EarlyNote campClass={campClass} className="mt-1" />
      </div>
      <div className="class-foot">
        <ClassBadges facts={campClass} className="mt-3" />
        {/* A long label of the button gets a line of its own. */}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-3 sm:pt-5">
          <SeatsLeft campClass={campClass} />
          <div className="relative z-10">{action}</div>
        </div>
        <NextSeat campClass={campClass} />
      </div>
    </article>
  );
}

/** Who teaches it, for a card. */
export function nameTeacher(instructor: string): string {
  return instructor === NOT_ASSIGNED ? 'Instructor to be announced' : `with ${instructor}`;
}
