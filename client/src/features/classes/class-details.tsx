import { sayClassDays } from '@speakifyr/contract/say-class-days.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { sayTaxOfPrices } from '@speakifyr/contract/tax.ts';
import { type ClassNumber, type ClassText, sayFacts } from '@speakifyr/contract/class-facts.ts';
import { formatAges } from '@speakifyr/contract/format.ts';
import type { ShownClass } from '@speakifyr/contract/classes.ts';
import {
  CalendarCheck,
  CalendarDays,
  CalendarX,
  Clock,
  DoorOpen,
  Info,
  type LucideIcon,
  MapPin,
  Tag,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatHours } from '@speakifyr/contract/format.ts';
import { sayWithTax } from '../../lib/price-with-tax.ts';
import { readThisYear } from '../../lib/this-year.ts';
import { Day } from '../../ui/day.tsx';
import { FirstPicture } from '../../ui/first-picture.tsx';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { nameTeacher } from './class-card.tsx';
import { DiscountList } from './discount-list.tsx';
import { EarlyNote, PriceToday, priceToday } from './early-price.tsx';
import { ExtraList } from './extra-list.tsx';
import { GoodToKnow } from '../../ui/good-to-know.tsx';
import { NextSeat } from './next-seat.tsx';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import { sayDayPrices } from './say-day-prices.ts';
import { SeatsLeft } from './seats-left.tsx';
import { SimilarClasses } from './similar-classes.tsx';

type Props = {
  campClass: ShownClass;
  /** The Join Now button, which the page passes in. */
  action: ReactNode;
  /** What to know before the press, which the page passes in. */
  notice: ReactNode;
  /** Until when canceling is free, which the page passes in. */
  cancellation: ReactNode;
  /** Who teaches it, with a photo, which the page passes in. */
  teacher: ReactNode;
};

/** On a wide screen the picture leaves room for the name below it. */
const PICTURE =
  'aspect-[8/5] h-auto w-full rounded-[2rem] lg:aspect-auto lg:h-[clamp(14rem,42vh,26rem)]';

/** Of its texts and numbers. */
const ICONS: Partial<Record<ClassText | ClassNumber, LucideIcon>> = { place: MapPin };

/** Everything about one class. R520 */
export function ClassDetails({ campClass, action, notice, cancellation, teacher }: Props) {
  const { name, image, instructor, price, camp_start, camp_end, course_tag, details, joining } =
    campClass;
  const ages = formatAges(campClass);
  const hours = formatHours(campClass);
  const { onlyOn, notOn, alsoOn } = sayClassDays(campClass, readThisYear());
  return (
    <article className="class-details page py-8 md:py-12">
      <header className="[grid-area:top]">
        <RemotePicture
          src={image}
          alt=""
          width={800}
          height={500}
          loading="eager"
          fetchPriority="high"
          className={`${PICTURE} object-cover`}
        />
        <p className="lead-line mt-6">{nameTeacher(instructor)}</p>
        <h1 className="heading-page">{name}</h1>
      </header>
      <aside aria-label="Dates, price and seats" className="class-side">
        <div className="join-bar">
          <div className="flex items-center justify-between gap-4 max-lg:gap-3">
            <p className="font-display text-2xl font-extrabold lg:text-4xl">
              <span className="sr-only">Price </span>
              <PriceToday campClass={campClass} />
            </p>
            <SeatsLeft campClass={campClass} />
          </div>
          <div className="lg:[&_.btn]:btn-lg max-w-sm grow lg:mt-4 [&_.btn]:w-full">{action}</div>
        </div>
        <div className="class-facts">
          <EarlyNote campClass={campClass} />
          {notice}
          <NextSeat campClass={campClass} className="text-center" />
          {hasSeats(campClass) && joining === 'open' && (
            <p className="text-base-content/75 mt-3 text-center text-sm">
              {price === 0
                ? 'There is nothing to pay: you get your entry code at once.'
                : `${sayTaxOfPrices(SCHOOL, { end: '. ' })}${sayWithTax(priceToday(campClass), { start: 'A seat is ', end: '. ' })}We hold your seat while you pay.`}
            </p>
          )}
          {joining === 'open' && cancellation}
          <DiscountList discounts={campClass.discounts} />
          <ExtraList extras={campClass.extras} />
          <dl className="mt-5 grid gap-3">
            <Fact icon={CalendarDays} term="Starting From">
              <Day day={camp_start} />
            </Fact>
            <Fact icon={CalendarCheck} term="Will end">
              <Day day={camp_end} />
            </Fact>
            {onlyOn && (
              <Fact icon={CalendarDays} term="Meets on">
                {onlyOn}
              </Fact>
            )}
            {notOn && (
              <Fact icon={CalendarX} term="No camp">
                {notOn}
              </Fact>
            )}
            {alsoOn && (
              <Fact icon={CalendarDays} term="Also on">
                {alsoOn}
              </Fact>
            )}
            {campClass.byDay && (
              <Fact icon={CalendarCheck} term="Single days">
                {sayDayPrices(campClass)}
              </Fact>
            )}
            {hours && (
              <Fact icon={Clock} term="Every day">
                {hours}
              </Fact>
            )}
            {ages && (
              <Fact icon={Users} term="Ages">
                {ages.replace(/^Ages? /, '')}
              </Fact>
            )}
            {sayFacts(campClass).map(({ name: fact, label, text }) => (
              <Fact key={fact} icon={ICONS[fact] ?? Info} term={label}>
                {text}
              </Fact>
            ))}
            <Fact icon={DoorOpen} term="Room">
              {campClass.assign_room}
            </Fact>
            <Fact icon={Tag} term="Course tag">
              {course_tag}
            </Fact>
          </dl>
        </div>
      </aside>
      <div className="min-w-0 [grid-area:text]">
        {/* User input: text with line breaks, never HTML. */}
        <p className="max-w-prose text-lg whitespace-pre-line">{details}</p>
        {!hasSeats(campClass) && joining === 'open' && <SimilarClasses campClass={campClass} />}
        <GoodToKnow campClass={campClass} />
        <div className="mt-10">{teacher}</div>
      </div>
    </article>
  );
}

type FactProps = { icon: LucideIcon; term: string; children: ReactNode };

function Fact({ icon: Icon, term, children }: FactProps) {
  return (
    <div className="flex items-center gap-2 sm:gap-3">
      <Icon className="text-primary size-5 shrink-0" aria-hidden="true" />
      <dt className="text-base-content/80">{term}</dt>
      <dd className="ml-auto text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** Placeholder for the page while the class loads. */
export function ClassDetailsSkeleton() {
  return (
    <div className="class-details page py-8 md:py-12" role="status" aria-label="Loading the class">
      <div className="[grid-area:top]">
        <div className={`picture-ground ${PICTURE}`}>
          <FirstPicture />
        </div>
        <div className="skeleton mt-6 h-5 w-48" />
        <div className="skeleton mt-4 h-14 w-4/5" />
      </div>
      {/* In an area of the layout: any other name would make the column of the picture narrower. */}
      <div className="skeleton h-[32rem] rounded-[1.75rem] [grid-area:facts] lg:[grid-area:side]" />
      <div className="skeleton h-40 max-w-prose [grid-area:text]" />
    </div>
  );
}
