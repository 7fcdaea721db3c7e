import type { ClassTeam } from '@speakifyr/contract/team.ts';
import { addDays } from '@speakifyr/contract/days.ts';
import { formatDay } from '../../../lib/format.ts';

type Days = Pick<ClassTeam, 'days' | 'today'>;

/** What a substitute is mostly needed for: today, and the next day the class meets. The next one comes first. */
export function listStayChoices({ days, today }: Days): { day: string; label: string }[] {
  const next = days.find((day) => day > today);
  const isTomorrow = next === addDays(today, 1);
  return [
    ...(next ? [{ day: next, label: (isTomorrow ? 'Tomorrow, ' : '') + formatDay(next) }] : []),
    ...(days.includes(today) ? [{ day: today, label: `Today, ${formatDay(today)}` }] : []),
  ];
}
