import { type CampDays, listClassDays } from '@speakifyr/contract/class-days.ts';
import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { formatCamp } from '../../../lib/say-days.ts';

/** What students plan with. */
export type Plan = Pick<ClassFacts, 'dailyStart' | 'dailyEnd' | 'place'> &
  CampDays & { assign_room: number };

/** If a class gets fewer days: what that does not do by itself. Extras are paid by day. */
export function sayFewerDays(before: Plan, after: Plan): string | undefined {
  const [had, has] = [listClassDays(before).length, listClassDays(after).length];
  if (has >= had) return undefined;
  return `They have booked ${countOf(had, 'day')}, and there will be ${has}. Nothing is refunded by itself, extras by day neither.`;
}

/** One thing that students plan with, before and after a change, in words. */
export type Move = { label: string; before: string; after: string };

/** What a change means for enrolled students. The server counts the same fields: server/src/classes/update-class.ts. */
export function listMoves(before: Plan, after: Plan): Move[] {
  const moves = [
    {
      label: 'Days',
      before: formatCamp(before),
      after: formatCamp(after),
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
