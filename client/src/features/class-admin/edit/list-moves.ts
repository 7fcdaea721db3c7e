import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { formatDays } from '../../../lib/format.ts';

/** What students plan with. */
export type Plan = Pick<ClassFacts, 'dailyStart' | 'dailyEnd' | 'place'> & {
  camp_start: string;
  camp_end: string;
  assign_room: number;
};

/** One thing that students plan with, before and after a change, in words. */
export type Move = { label: string; before: string; after: string };

/** What a change means for enrolled students. The server counts the same fields: server/src/classes/update-class.ts. */
export function listMoves(before: Plan, after: Plan): Move[] {
  const moves = [
    {
      label: 'Days',
      before: formatDays(before.camp_start, before.camp_end),
      after: formatDays(after.camp_start, after.camp_end),
    },
    { label: 'Hours', before: nameHours(before), after: nameHours(after) },
    { label: 'Place', before: before.place || UNKNOWN, after: after.place || UNKNOWN },
    { label: 'Room', before: String(before.assign_room), after: String(after.assign_room) },
  ];
  return moves.filter((move) => move.before !== move.after);
}

const UNKNOWN = 'not known';

function nameHours(plan: Plan): string {
  return formatHours(plan) ?? UNKNOWN;
}
