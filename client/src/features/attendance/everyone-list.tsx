import type { EmergencyList } from '@speakifyr/contract/emergency-list.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ListChecks, Printer } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { PersonToFind } from './person-to-find.tsx';
import { RatioLine, RatioNote } from './ratio-line.tsx';
import { RollCallBox } from './roll-call-box.tsx';
import { QUEUE_KEY } from './tap-queue.ts';
import { EMPTY_QUEUE, type QueueState } from './unsent-taps.ts';
import { useRollCall } from './use-roll-call.ts';
import {
  type ClassHere,
  findRatioInAll,
  findRatioOf,
  gather,
  readClasses,
  splitByGroup,
} from './who-is-here.ts';

type Props = { list: EmergencyList; linkToDay?: ((classId: string) => string) | undefined };
type RollCall = ReturnType<typeof useRollCall>;

/** Who is here and who may be, by class; and the roll call. */
export function EveryoneList({ list, linkToDay }: Props) {
  const { data = EMPTY_QUEUE } = useQuery<QueueState>({ queryKey: QUEUE_KEY, queryFn: skipToken });
  const rollCall = useRollCall(list.day);
  const classes = useMemo(() => readClasses(list, data.unsent), [list, data.unsent]);
  const gathered = gather(classes);
  const { here, unknown } = gathered;
  const most = list.mostPerAdult;
  const inAll = findRatioInAll(classes, most);
  return (
    <>
      <p className="bg-base-300 rounded-field mb-3 p-3 text-lg font-bold">{`${here.length} here${unknown.length > 0 ? `, ${unknown.length} expected and not checked in` : ''}`}</p>
      {inAll.children > 0 && (
        <>
          <RatioLine ratio={inAll} most={most} />
          <RatioNote />
        </>
      )}
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        <button
          type="button"
          className="btn min-h-14 bg-base-content text-base-100 flex-1 text-lg"
          onClick={() => (rollCall.isOn ? rollCall.end() : rollCall.start())}
        >
          <ListChecks className="size-5" aria-hidden="true" />
          <span>{rollCall.isOn ? 'End roll call' : 'Start roll call'}</span>
        </button>
        <button type="button" className="btn btn-outline min-h-14" onClick={() => print()}>
          <Printer className="size-5" aria-hidden="true" />
          Print
        </button>
      </div>
      {rollCall.isOn && <RollCallBox gathered={gathered} seen={rollCall.seen} />}
      {classes.map((one) => (
        <ClassSection key={one.classId} {...{ one, most, rollCall, linkToDay }} />
      ))}
    </>
  );
}

type SectionProps = {
  one: ClassHere;
  /** How many children one adult may have; 0 for no limit. */
  most: number;
  rollCall: RollCall;
  linkToDay: Props['linkToDay'];
};

function ClassSection({ one, most, rollCall, linkToDay }: SectionProps) {
  const { classId, className, room, team, people } = one;
  const toFind = people.filter(({ state }) => state === 'here' || state === 'expected');
  const others = people.length - toFind.length;
  return (
    <section aria-labelledby={classId} className="mb-6">
      <h2 id={classId} className="scroll-mt-44 text-xl font-bold break-words">
        {className}
      </h2>
      <p className="mb-2 break-words">
        <span>{`Room ${room}${team.length > 0 ? ` · ${team.map(({ name }) => name).join(', ')}` : ''}`}</span>
        {linkToDay && (
          <Link
            to={linkToDay(classId)}
            className="link ml-2 inline-flex min-h-11 items-center font-semibold print:hidden"
          >
            Day list <span className="sr-only">of {className}</span>
          </Link>
        )}
      </p>
      <RatioLine ratio={findRatioOf(one, most)} most={most} />
      {splitByGroup(toFind).map(([group, members]) => (
        <Fragment key={group}>
          {group && (
            <p className="mt-3 mb-1 font-bold break-words">{`${group} : ${members.length}`}</p>
          )}
          <ul aria-label={group || undefined} className="grid gap-2 xl:grid-cols-2">
            {members.map((person) => (
              <PersonToFind
                key={person.personId}
                person={person}
                isSeen={rollCall.isOn ? rollCall.seen.has(person.personId) : undefined}
                onTick={rollCall.tick}
              />
            ))}
          </ul>
        </Fragment>
      ))}
      {toFind.length === 0 && <p>Nobody is here.</p>}
      {others > 0 && <p className="mt-2">{`${others} gone or absent`}</p>}
    </section>
  );
}
