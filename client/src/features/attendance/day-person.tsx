import type { AttendanceState } from '@speakifyr/contract/attendance-state.ts';
import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import {
  Ban,
  ChevronDown,
  CircleCheck,
  CircleSlash,
  Clock,
  Footprints,
  House,
  type LucideIcon,
  Phone,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { nameAdult } from '../../lib/describe-care.ts';
import { BlockedPeople } from '../../ui/blocked-people.tsx';
import { CarriedExtras } from '../../ui/carried-extras.tsx';
import { FormFacts, PictureMarks } from '../../ui/form-facts.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import type { ClassDay } from './attendance.queries.ts';
import { DayPhoto } from './day-photo.tsx';
import { PersonButtons, type TapHandlers } from './person-buttons.tsx';
import { RedMark } from './red-mark.tsx';
import { SevereAllergies } from './severe-allergies.tsx';
import {
  describeState,
  findLate,
  isInWrongHands,
  type PersonNow,
  sayNotAllowed,
} from './read-person.ts';

type Props = TapHandlers & {
  person: PersonNow;
  /** An address for an image; undefined if the family gave none. */
  photo: string | undefined;
  /** How often this person was found; each time, the row comes into sight and opens. */
  found: number;
  list: ClassDay;
  /** Now by the server's clock. */
  now: Date;
  isToday: boolean;
  /** Whether the day is over. */
  isOver: boolean;
};

const LOOKS: Record<AttendanceState, { icon: LucideIcon; color: string; edge: string }> = {
  expected: { icon: Clock, color: '', edge: 'border-base-content/40' },
  here: { icon: CircleCheck, color: 'text-success', edge: 'border-primary' },
  gone: { icon: House, color: '', edge: 'border-base-content/40' },
  absent: { icon: CircleSlash, color: 'text-error', edge: 'border-error' },
};

/** One person of the day, for a thumb: who they are, where they are, and what can be said about it now. */
export function DayPersonRow(props: Props) {
  const { person, photo, found, list, now, isToday, isOver, onTap, onLeave } = props;
  const row = useRef<HTMLLIElement>(null);
  const [pressed, setPressed] = useState({ isOpen: false, after: 0 });
  const isOpen = found > pressed.after || pressed.isOpen;
  useEffect(() => {
    if (found === 0) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [found]);
  const { name, age, severeAllergies, hasNoSeat, mustNotCollect, mayLeaveAloneFrom, unsent } =
    person;
  const { icon: Icon, color, edge } = LOOKS[person.attendance.state];
  const notAllowed = sayNotAllowed(person);
  const late = isToday ? findLate(person, list, now) : null;
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={`card bg-base-100 text-base-content shadow-card overflow-hidden border-l-4 outline-offset-2 focus:outline-2 focus:outline-current ${late ? 'border-warning' : edge}`}
    >
      {late && <LateBand person={person} text={late} />}
      {isInWrongHands(person, list.day) && (
        <Alarm icon={Ban}>
          {name} is with somebody who must not collect them. Call the office at once.
        </Alarm>
      )}
      {notAllowed && <Alarm icon={Footprints}>{notAllowed} Call the office at once.</Alarm>}
      <div className="grid gap-1.5 p-2.5 sm:gap-2 sm:p-4">
        <div className="flex flex-wrap items-center gap-2 sm:gap-3">
          <div className={photo ? '' : 'hidden sm:block'}>
            <DayPhoto name={name} photo={photo} />
          </div>
          {/* With large text, the buttons go below it. */}
          <div className="min-w-0 grow basis-24">
            <h3 className="leading-tight font-bold sm:text-xl">
              <button
                type="button"
                aria-expanded={isOpen}
                className="inline-block min-h-6 max-w-full cursor-pointer text-left [overflow-wrap:anywhere]"
                onClick={() => setPressed({ isOpen: !isOpen, after: found })}
              >
                <span>{name.trim() || 'Not Found'}</span>
                {age !== null && <span className="font-semibold">, age {age}</span>}
                <ChevronDown
                  className={`ml-1 inline size-4 align-[-0.15em] ${isOpen ? 'rotate-180' : ''}`}
                  aria-hidden="true"
                />
              </button>
            </h3>
            <p className="flex items-start gap-1.5 text-sm font-semibold [overflow-wrap:anywhere] sm:text-base">
              <Icon className={`mt-0.5 size-4 shrink-0 sm:size-5 ${color}`} aria-hidden="true" />
              <span className="min-w-0">
                <span>{describeState(person, isOver)}</span>
                {unsent && <span className="font-normal">{` · ${unsent}`}</span>}
              </span>
            </p>
          </div>
          {isToday && <PersonButtons person={person} onTap={onTap} onLeave={onLeave} />}
        </div>
        <SevereAllergies allergies={severeAllergies} />
        {mustNotCollect.length > 0 && (
          <p className="flex">
            <RedMark icon={Ban}>Not with everybody</RedMark>
          </p>
        )}
        <PictureMarks facts={person.facts} />
        <CarriedExtras extras={person.extras} />
        {hasNoSeat && (
          <p className="font-semibold">Not enrolled anymore: the seat was canceled or moved.</p>
        )}
        {mayLeaveAloneFrom && isExpectedOrHere(person) && (
          <p className="flex items-start gap-2 text-sm sm:text-base">
            <Footprints className="mt-0.5 size-4 shrink-0 sm:size-5" aria-hidden="true" />
            May leave alone from {formatTimeOfDay(mayLeaveAloneFrom)}
          </p>
        )}
        {isOpen && (
          <div className="border-base-content/15 grid gap-2 border-t pt-2">
            <BlockedPeople {...person} />
            <FormFacts facts={person.facts} />
            {person.group && <p className="[overflow-wrap:anywhere]">Group {person.group}</p>}
            {person.entryCode && <p>Pass {person.entryCode}</p>}
            {person.isChild && <PersonCalls person={person} />}
          </div>
        )}
      </div>
    </li>
  );
}

const isExpectedOrHere = ({ attendance: { state } }: PersonNow) =>
  state === 'expected' || state === 'here';

/** A phone that did not know better has let the child go: the office must know at once. */
function Alarm({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="border-error border-b-2 px-3 py-1.5 sm:px-5">
      <p role="alert" className="text-error flex items-center gap-2 text-xl font-extrabold">
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{children}</span>
      </p>
    </div>
  );
}

/** Amber, with the first number to call. */
function LateBand({ person: { name, adults }, text }: { person: PersonNow; text: string }) {
  const first = adults.find(({ phone }) => phone !== null);
  return (
    <div className="bg-warning text-warning-content flex flex-wrap items-center justify-between gap-2 px-2.5 py-0.5 sm:px-5 sm:py-1.5">
      <p className="flex items-center gap-2 font-extrabold sm:text-lg">
        <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />
        {text}
      </p>
      {first?.phone && (
        <PhoneLink
          phone={first.phone}
          className="btn bg-base-content text-base-100 h-auto min-h-11 max-w-full border-0 sm:min-h-12"
          icon={<Phone className="size-5 shrink-0" aria-hidden="true" />}
        >
          <span className="min-w-0 break-words">
            Call {first.name} <span className="sr-only">about {name}</span>
          </span>
        </PhoneLink>
      )}
    </div>
  );
}

/** Whom to call about somebody, and who may pick them up. */
function PersonCalls({ person: { adults } }: { person: PersonNow }) {
  if (adults.length === 0) return <p>The family hasn’t named anyone yet.</p>;
  return (
    <ul className="space-y-2">
      {adults.map((adult, index) => (
        <li key={index} className="[overflow-wrap:anywhere]">
          <p>
            {nameAdult(adult)}
            {adult.mayCollect && <strong> · May pick up</strong>}
            {adult.asksOffice && (
              <strong className="text-error text-xl">
                {' · Entered by somebody who is blocked: ask the office'}
              </strong>
            )}
            {adult.isBlocked && (
              <strong className="text-error text-xl">
                {adult.isInDoubt ? ' · Ask the office before they pick up' : ' · Must not pick up'}
              </strong>
            )}
          </p>
          {adult.phone === null ? (
            <p>No phone number</p>
          ) : (
            <PhoneLink
              phone={adult.phone}
              className="link inline-flex min-h-12 items-center gap-2 font-semibold"
              icon={<Phone className="size-5 shrink-0" aria-hidden="true" />}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
