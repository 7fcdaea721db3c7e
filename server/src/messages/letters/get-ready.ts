import { formatGateTime, nameDay } from '@speakifyr/contract/format.ts';
import type { CampNeed } from '@speakifyr/contract/limits.ts';
import type { LetterPart } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { ClassSummary } from '../../class-facts.ts';
import type { NeedFacts } from './facts.ts';
import { type Facts, nameChild, sayAll } from './say.ts';

/** What families read before a first day: when the gate opens, where it is, whom to call, and what is missing. */

/** When the gate opens; nothing if the class does not say when it begins. */
export function listGate({ dailyStart }: ClassSummary): Facts {
  const time = dailyStart && formatGateTime(dailyStart, SCHOOL.gateMinutes);
  return time ? [{ label: 'Gate opens', value: time }] : [];
}

/** Until when canceling is free; nothing if it is not. @param day yyyy-mm-dd */
export function listFreeUntil(day: string | null): Facts {
  return day ? [{ label: 'Free cancellation until', value: nameDay(day) }] : [];
}

/** Where the school is, and its phone. */
export function listSchool(): Facts {
  return [
    { label: 'Address', value: SCHOOL_ADDRESS },
    ...(SCHOOL.phone ? [{ label: 'Phone', value: SCHOOL.phone }] : []),
  ];
}

const NEEDS: Record<CampNeed, string> = {
  health: 'allergies and medication, even if there is nothing to report',
  emergency: 'whom we call in an emergency',
  pickUp: 'who may pick up',
};

/** The list that makes children ready for camp. It says what is missing, and never what the school knows. */
export function askNeeds(children: NeedFacts[]): LetterPart[] {
  if (children.length === 0) return [];
  const unready = children.filter(({ missing }) => missing.length > 0);
  const [path, ...others] = new Set(unready.map((child) => child.path));
  if (!path) {
    const names = sayAll([...new Set(children.map(({ child }) => nameChild(child)))]);
    const are = new Set(children.map(({ child }) => child)).size > 1 ? 'are' : 'is';
    return [
      {
        kind: 'text',
        text: `${names} ${are} ready for camp: we know about health, whom to call, and who picks up.`,
      },
    ];
  }
  const items = unready.flatMap(({ child, missing }) =>
    missing.map((need) => `${nameChild(child)}: ${NEEDS[need]}`),
  );
  return [
    { kind: 'text', text: 'Ready for camp? Before the first day, please tell us:' },
    { kind: 'list', items: [...new Set(items)] },
    {
      kind: 'link',
      label: 'Add what is missing',
      path: others.length > 0 ? '/dashboard/children' : path,
    },
  ];
}
