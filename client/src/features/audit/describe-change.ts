import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { formatDay, formatTaka } from '../../lib/format.ts';

/** A value of what was done: how it is, and, where it was another one, how it was before. */
export type Change = { label: string; before?: string; value: string };

/** Names of the stored fields for a person; others are shown as they are. */
const LABELS: Record<string, string> = {
  sit: 'Seats left',
  assign_room: 'Room',
  camp_start: 'Start',
  camp_end: 'End',
  course_tag: 'Tag',
  image: 'Picture',
};

/** What is different after an act, field by field; and what is told of only one side, such as of what was removed. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    const label = LABELS[name] ?? capitalise(name.replaceAll('_', ' '));
    const was = formatValue(name, before?.[name], before);
    const is = formatValue(name, after?.[name], after);
    if (was === is) return [];
    if (was === undefined || is === undefined) return [{ label, value: is ?? was ?? '' }];
    return [{ label, before: was, value: is }];
  });
}

/** `make admin` as a heading: `Make admin`. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatValue(
  name: string,
  value: unknown,
  whole: AuditEntry['before'],
): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === NOT_ASSIGNED) return 'none';
  if (name === 'price' && typeof value === 'number') return formatTaka(value);
  // A payment says its currency, and is in cents.
  if (name === 'amount' && typeof value === 'number' && whole?.['currency'])
    return formatTaka(value / 100);
  // Of an address its end is enough to tell one picture from another.
  if (name === 'image' && typeof value === 'string') return value.split('/').at(-1);
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
  if (typeof value === 'object' && 'name' in value) return String(value.name);
  return JSON.stringify(value);
}
