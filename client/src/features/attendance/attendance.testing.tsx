import type { DayPerson, SentTap, StoredTap, TapProblem } from '@speakifyr/contract/attendance.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { ClassDay } from './class-day.tsx';

export const CLASS_ID = 'c'.repeat(24);
/** A Monday. The tests' school is in Dhaka, 6 hours ahead of UTC. */
export const DAY = '2026-08-03';

/** A moment of that day by the school's clock. @param time hh:mm */
export function at(time: string): string {
  return new Date(`${DAY}T${time}:00+06:00`).toISOString();
}

const may = { mayCollect: true, isBlocked: false };

export const mia: DayPerson = {
  personId: '1'.repeat(24),
  name: 'Mia Byron',
  age: 8,
  isChild: true,
  severeAllergies: [{ what: 'Peanuts', whatToDo: 'The pen is in the blue bag.' }],
  entryCode: 'SAI-101',
  photoId: null,
  adults: [
    { ...may, name: 'Nora Byron', relation: 'guardian', phone: null },
    { ...may, name: 'Inge Byron', relation: 'grandma', phone: '+49 (30) 123-45' },
    { ...may, name: 'Olaf Falk', relation: 'neighbor', phone: '+49 30 99', mayCollect: false },
  ],
  mustNotCollect: [],
  mayLeaveAloneFrom: null,
  taps: [],
};

/** He joined for himself. */
export const ben: DayPerson = {
  ...mia,
  personId: '2'.repeat(24),
  name: 'Ben Ahlers',
  age: null,
  isChild: false,
  severeAllergies: [],
  entryCode: 'SAI-102',
  adults: [],
};

/** Leads the class. */
export const adaFalk = { userId: '8'.repeat(24), name: 'Ada Falk', duty: 'lead' as const };

export function buildTap(changes: Partial<StoredTap>): StoredTap {
  return {
    _id: crypto.randomUUID(),
    personId: mia.personId,
    kind: 'in',
    at: at('09:04'),
    ...changes,
  };
}

type DayAnswer = Output<Contract['GET /dayList/:classId/:day']>;

export function buildDay(changes: Partial<DayAnswer> = {}): DayAnswer {
  return {
    classId: CLASS_ID,
    className: 'Sailing on the Lake',
    room: 8,
    day: DAY,
    days: [DAY, '2026-08-04', '2026-08-05'],
    dailyStart: '09:00',
    dailyEnd: '12:30',
    now: new Date().toISOString(),
    mostPerAdult: 0,
    team: [adaFalk],
    people: [mia, ben],
    ...changes,
  };
}

export type Sent = { classId: string; day: string; taps: SentTap[] };

/** A server that records what it gets, each tap once. @param problem why it refuses a tap */
export function answerTaps(
  people = [mia, ben],
  problem: (tap: SentTap) => TapProblem | null = () => null,
): { requests: Sent[]; setPeople: (next: typeof people) => void } {
  const requests: Sent[] = [];
  let shown = people;
  answer('GET /dayList/:classId/:day', ({ params }) =>
    buildDay({ day: String(params['day']), people: shown }),
  );
  answer('POST /attendance', ({ body }) => {
    const sent = body as Sent;
    requests.push(sent);
    const problems = sent.taps.map(problem);
    shown = shown.map((person) => ({
      ...person,
      taps: [
        ...person.taps,
        ...sent.taps.filter(
          ({ personId }, index) => personId === person.personId && !problems[index],
        ),
      ],
    }));
    return { problems };
  });
  return { requests, setPeople: (next) => (shown = next) };
}

export function renderDay({ mayOverride = false, address = '/' } = {}) {
  return renderApp(<ClassDay classId={CLASS_ID} sheet="/sheet" mayOverride={mayOverride} />, {
    at: address,
  });
}

export async function findPerson(name: RegExp): Promise<HTMLElement> {
  return (await screen.findByRole('heading', { name })).closest('li')!;
}
