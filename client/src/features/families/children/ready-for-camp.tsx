import type { ListedChild } from '@speakifyr/contract/children.ts';
import { CAMP_NEEDS, type CampNeed } from '@speakifyr/contract/limits.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { linkToContacts, linkToHealth } from '../../../lib/dashboard-links.ts';
import { listNames } from '../../../lib/list-names.ts';
import { paths } from '../../../lib/paths.ts';
import { sayFirstName } from '../../../lib/say-first-name.ts';
import { AskAgain } from './ask-again.tsx';
import { FormsLeft } from '../../../ui/forms-left.tsx';
import { confirmedAtOptions } from './child.queries.ts';
import { mayChange } from './name-rights.ts';

type Props = {
  /** The person's children. */
  listed: ListedChild[];
  /** The family's seats in classes that are not over. */
  seats: EnrolledClass[];
};

/** For each child with a class to come: what the camp knows already, and what is still missing. R113 */
export function ReadyForCamp({ listed, seats }: Props) {
  const inClass = listNeeds({ listed, seats });
  if (inClass.length === 0) return null;
  return (
    <section aria-labelledby="ready" className="mb-6">
      <h2 id="ready" className="mb-3 text-2xl font-bold">
        Ready for camp
      </h2>
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {inClass.map(({ child, needs }) => (
          <li key={child._id} className="card bg-base-100 shadow-card space-y-3 p-5">
            <h3 className="flex items-start gap-2 text-lg font-bold [overflow-wrap:anywhere]">
              {needs.size === 0 && (
                <CircleCheck className="text-success mt-0.5 size-6 shrink-0" aria-hidden="true" />
              )}
              <span>{needs.size === 0 ? `${child.name} is ready` : child.name}</span>
            </h3>
            {needs.size > 0 && (
              <ul className="space-y-2">
                {CAMP_NEEDS.map((need) => (
                  <Need key={need} need={need} isMissing={needs.has(need)} child={child} />
                ))}
              </ul>
            )}
            {needs.size > 0 && !mayChange(child.may) && (
              <p className="text-sm">Another guardian, who may change things, can add it.</p>
            )}
            {child.health === 'outdated' && mayChange(child.may) && <OldAnswer child={child} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The children with a class to come, called as their family calls them, and what is missing about each. */
function listNeeds({ listed, seats }: Props): { child: ListedChild; needs: Set<CampNeed> }[] {
  const names = listed.map(({ name }) => name);
  return listed.flatMap((one) => {
    const child = { ...one, name: sayFirstName(one.name, names) };
    const ofChild = seats.filter(({ childId, needs }) => childId === child._id && needs !== null);
    const needs = new Set(ofChild.flatMap((seat) => seat.needs ?? []));
    return ofChild.length > 0 ? [{ child, needs }] : [];
  });
}

type NextProps = Props & {
  childId: string;
  /** What the panel above is about. */
  after: CampNeed[];
};

/**
 * Below what a parent has just answered about a child: the next thing that the camp lacks, first about this child, then
 * about the others. So one way leads through all of them.
 */
export function NextNeed({ childId, after, ...family }: NextProps) {
  const inClass = listNeeds(family).filter(({ child }) => mayChange(child.may));
  const open = inClass
    .toSorted(
      (one, other) => Number(other.child._id === childId) - Number(one.child._id === childId),
    )
    .flatMap(({ child, needs }) =>
      CAMP_NEEDS.filter((need) => needs.has(need)).map((need) => ({ child, need })),
    );
  const isOpenHere = open.some(({ child, need }) => child._id === childId && after.includes(need));
  // Where the last answer was given says that nothing is missing.
  const [isLast, setLast] = useState(isOpenHere);
  if (open.length > 0 && isOpenHere !== isLast) setLast(isOpenHere);
  const [next] = open;
  if (isOpenHere || (!next && !isLast)) return null;
  return (
    <p role="status" className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      {next ? (
        <>
          <span>{`Before camp, ${open.length === 1 ? 'one thing is' : `${open.length} things are`} missing.`}</span>
          <Link to={linkToNeed(next.need, next.child._id)} className="btn btn-primary btn-sm">
            {`${TEXTS[next.need].action} for ${next.child.name}`}
          </Link>
        </>
      ) : (
        <>
          <span>{listNames(inClass.map(({ child }) => child.name))}: ready for camp.</span>
          <Link to={paths.enroll} className="link font-semibold">
            See your classes
          </Link>
        </>
      )}
    </p>
  );
}

function linkToNeed(need: CampNeed, childId: string): string {
  if (need === 'forms') return paths.forms;
  return need === 'health' ? linkToHealth(childId) : linkToContacts(childId);
}

const TEXTS: Record<CampNeed, { missing: string; there: string; action: string }> = {
  health: {
    missing: 'Health information is missing',
    there: 'Health information is there',
    action: 'Answer now',
  },
  emergency: {
    missing: 'Nobody to call in an emergency',
    there: 'Somebody to call in an emergency',
    action: 'Say whom to call',
  },
  pickUp: {
    missing: 'Nobody to pick them up',
    there: 'Somebody to pick them up',
    action: 'Say who picks up',
  },
  forms: {
    missing: 'Forms are left to answer',
    there: 'All forms are answered',
    action: 'Answer the forms',
  },
};

type NeedProps = { need: CampNeed; isMissing: boolean; child: ListedChild };

function Need({ need, isMissing, child: { _id, name, may } }: NeedProps) {
  const { missing, there, action } = TEXTS[need];
  const Icon = isMissing ? CircleAlert : CircleCheck;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span
        className={`flex min-w-0 items-start gap-2 ${isMissing ? 'text-error font-semibold' : 'text-success'}`}
      >
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>
          {isMissing && need === 'forms' ? (
            <FormsLeft childId={_id} />
          ) : isMissing ? (
            missing
          ) : (
            there
          )}
        </span>
      </span>
      {isMissing && mayChange(may) && (
        <Link to={linkToNeed(need, _id)} className="link ml-7 py-0.5 font-semibold">
          {action} <span className="sr-only">for {name}</span>
        </Link>
      )}
    </li>
  );
}

/** An answer that may be out of date is confirmed with one tap. */
function OldAnswer({ child }: { child: ListedChild }) {
  const navigate = useNavigate();
  const confirmedAt = useQuery(confirmedAtOptions(child._id));
  return (
    <AskAgain
      child={child}
      confirmedAt={confirmedAt.data ?? undefined}
      change={
        <Link to={linkToHealth(child._id)} className="btn btn-outline btn-sm">
          Change it <span className="sr-only">for {child.name}</span>
        </Link>
      }
      onFormNeeded={() => void navigate(linkToHealth(child._id))}
    />
  );
}
