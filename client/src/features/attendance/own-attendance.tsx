import type { OwnAttendance as Own } from '@speakifyr/contract/attendance.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { addDays } from '@speakifyr/contract/days.ts';
import { capitalize } from '../../lib/capitalize.ts';
import { formatClock, formatDay, readToday } from '../../lib/format.ts';
import { read } from '../../lib/read.ts';
import { sayFirstName } from '../../lib/say-first-name.ts';
import { linkToChild } from '../../lib/paths.ts';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';

/** How many days before a class its families can report an absence. */
const DAYS_BEFORE = 7;

type Props = {
  seat: EnrolledClass;
};

/** When somebody came and left today, and how a family reports an absence. Only around the class. */
export function OwnAttendance({ seat }: Props) {
  const today = readToday();
  const isNear = addDays(seat.camp_start, -DAYS_BEFORE) <= today && today <= seat.camp_end;
  return isNear ? <NearAttendance seat={seat} today={today} /> : null;
}

function NearAttendance({ seat, today }: Props & { today: string }) {
  const { data } = useQuery(read('GET /myAttendance'));
  // Without an answer, the card is as it always was: this is not what the page is for.
  const {
    days = [],
    group,
    mayReport = false,
  } = data?.find(({ cartId }) => cartId === seat.cartId) ?? {};
  const about = { seat, mayReport };
  const ofToday = days.find(({ day }) => day === today);
  const next = days
    .filter(({ day }) => day > today)
    .toSorted((one, other) => one.day.localeCompare(other.day))[0];
  if (!ofToday && !next) return null;
  return (
    <div className="mt-3 space-y-2">
      {group && <p className="[overflow-wrap:anywhere]">Group {group}</p>}
      {ofToday && <OwnDay {...about} attended={ofToday} when="today" />}
      {next && <OwnDay {...about} attended={next} when={`on ${formatDay(next.day)}`} />}
    </div>
  );
}

type AttendedDay = Own['days'][number];

type DayProps = {
  seat: EnrolledClass;
  /** Whether the reader may say that they don't come. */
  mayReport: boolean;
  attended: AttendedDay;
  /** `today`, or `on Tue 4 August`. */
  when: string;
};

function OwnDay({ seat, mayReport, attended, when }: DayProps) {
  const report = useChange('PUT /myAttendance/:cartId/:day');
  const isAbsent = attended.state === 'absent';
  const line = describeDay(seat, attended, when);
  const canChange = mayReport && (isAbsent || attended.state === 'expected');
  return (
    <div className="[overflow-wrap:anywhere]">
      <p role="status" className="font-semibold">
        {line}
      </p>
      {isAbsent && seat.childId !== null && attended.absentBy !== null && (
        <p>Reported by {attended.absentBy}.</p>
      )}
      {canChange && (
        <ActionButton
          className="btn-outline btn-sm mt-1 h-auto min-h-9"
          act={() =>
            report.mutateAsync({
              params: { cartId: seat.cartId, day: attended.day },
              body: { isAbsent: !isAbsent },
            })
          }
          hasSpinner
        >
          <span className="min-w-0">
            <span>{nameReport(seat, isAbsent, when)}</span>
            <span className="sr-only">{`: ${seat.classData.name}`}</span>
          </span>
        </ActionButton>
      )}
      {when === 'today' && <PickUpLink seat={seat} state={attended.state} />}
    </div>
  );
}

/** On the day itself, a parent in a hurry finds how somebody else can collect the child. */
function PickUpLink({ seat, state }: { seat: EnrolledClass; state: AttendedDay['state'] }) {
  const isThere = state === 'expected' || state === 'here';
  if (seat.childId === null || !isThere) return null;
  return (
    <p className="mt-1">
      <Link to={`${linkToChild(seat.childId)}#pick-up`} className="link py-0.5 font-semibold">
        Somebody else picks up {sayFirstName(seat.student_name)} today
      </Link>
    </p>
  );
}

/** null while somebody is expected: that needs no words. */
function describeDay(
  { childId, student_name }: EnrolledClass,
  { state, in: came, out, collectedBy, leftAlone }: AttendedDay,
  when: string,
): string | null {
  const child = sayFirstName(student_name);
  const whose = childId === null ? '' : `${child}: `;
  const arrived = came ? `arrived ${formatClock(new Date(came))}` : 'is here';
  switch (state) {
    case 'expected':
      return null;
    case 'absent':
      return childId === null ? `You’re not coming ${when}.` : `${child} isn’t coming ${when}.`;
    case 'here':
      return capitalize(`${whose}${arrived}`);
    case 'gone': {
      const time = out ? ` ${formatClock(new Date(out))}` : '';
      const left = leftAlone ? `left alone${time}` : `left${time}`;
      return capitalize(
        `${whose}${came ? `${arrived}, ` : ''}${collectedBy ? `collected${time} by ${collectedBy}` : left}`,
      );
    }
  }
}

function nameReport(
  { childId, student_name }: EnrolledClass,
  isAbsent: boolean,
  when: string,
): string {
  if (childId === null) return isAbsent ? `I’m coming ${when} after all` : `I can’t come ${when}`;
  const child = sayFirstName(student_name);
  return isAbsent ? `${child} comes ${when} after all` : `${child} can’t come ${when}`;
}
