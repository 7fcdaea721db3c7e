import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { nameDays } from '@speakifyr/contract/format.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import type { RefundStep } from '@speakifyr/contract/refund-terms.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import { type Extra, nameWithHours } from '@speakifyr/contract/seat-extras.ts';
import { capitalize } from './capitalize.ts';
import { countOf } from './count-of.ts';
import { cutToDifference } from './cut-to-difference.ts';
import { describeDiscount } from './describe-discount.ts';
import { formatClock, formatDay, formatPrice, nameCharge } from './format.ts';
import { writeCents } from './read-cents.ts';

/** One changed field: its value now and, if it was different, its value before. */
export type Change = { label: string; before?: string; value: string };

/** Readable names of stored fields. Others are shown as they are: `course_tag` as Course tag, `ageFrom` as Age from. */
const LABELS: Record<string, string> = {
  sit: 'Seats left',
  assign_room: 'Room',
  camp_start: 'Start',
  camp_end: 'End',
  course_tag: 'Tag',
  image: 'Picture',
  text: 'Message',
  classId: 'Class',
  chosen: 'Extras',
  refund: 'Refund',
  steps: 'Periods',
  paidOtherwise: 'Paid in another way',
};

/** Fields with integer cents. */
const CENTS = ['amount', 'paid', 'refund', 'kept', 'left', 'difference', 'paidOtherwise'];

/** Lists the fields that an action changed, and those with only one value, such as the ones of a removed class. R434 */
export function listChanges(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  cut = cutToDifference,
): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    if (name === 'discounts')
      return listRuleChanges('Discount', formatDiscount, before?.[name], after?.[name]);
    if (name === 'extras')
      return listRuleChanges('Extra', formatExtra, before?.[name], after?.[name]);
    const label = LABELS[name] ?? capitalize(splitWords(name));
    if (isPart(before?.[name]) && isPart(after?.[name]))
      return listPartChanges(label, before[name], after[name], cut);
    if ([before?.[name], after?.[name]].every(isNothing)) return [];
    const was = formatValue(name, before?.[name], before);
    const is = formatValue(name, after?.[name], after);
    if (was === is) return [];
    if (was === undefined || is === undefined) return [{ label, value: is ?? was ?? '' }];
    return [{ label, before: was, value: is }];
  });
}

type Part = Record<string, unknown>;
type Cut = typeof cutToDifference;

/** Whether it has parts of its own, as `money` of the school has `installments`. Something with a name is called by that. */
function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('name' in value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || (isPart(value) && Object.keys(value).length === 0);
}

/** What changed in one part: `Money, installments: 3 → 4`. A long text begins where it differs. R36 */
function listPartChanges(part: string, before: Part, after: Part, cut: Cut): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const label = `${part}, ${splitWords(name)}`;
    if (isPart(before[name]) || isPart(after[name]))
      return listPartChanges(label, (before[name] ?? {}) as Part, (after[name] ?? {}) as Part, cut);
    const was = formatValue(name, before[name] ?? null, before) ?? '';
    const is = formatValue(name, after[name] ?? null, after) ?? '';
    // What a save trims, and a box that was not there yet.
    if (was.trim() === is.trim() || [was, is].every((text) => ['none', 'no'].includes(text)))
      return [];
    const [shownBefore, value] = cut(was, is);
    return [{ label, before: shownBefore, value }];
  });
}

/** All changes in one line, long texts as a whole: `Role: student → admin; Room: 8`. */
export function describeChanges(entry: Pick<AuditEntry, 'before' | 'after'>): string {
  return listChanges(entry, (was, is) => [was, is])
    .map(({ label, before, value }) =>
      before === undefined ? `${label}: ${value}` : `${label}: ${before} → ${value}`,
    )
    .join('; ');
}

/** `assign_room`: `assign room`; `ageFrom`: `age from`. */
function splitWords(name: string): string {
  return name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function formatValue(
  name: string,
  value: unknown,
  whole: AuditEntry['before'],
): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === '' || value === NOT_ASSIGNED) return 'none';
  if (name === 'price' && typeof value === 'number') return formatPrice(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // A payment has its own currency. Where the log does not name it, the sum stands alone.
  const currency = whole?.['currency'];
  if (CENTS.includes(name) && typeof value === 'number')
    return typeof currency === 'string' ? nameCharge(value / 100, currency) : writeCents(value);
  if (name === 'holidays' && Array.isArray(value))
    return (value as Holiday[]).map(formatHoliday).join(', ') || 'none';
  if (name === 'steps' && Array.isArray(value)) return formatSteps(value as RefundStep[]);
  if (Array.isArray(value))
    return value.map((part) => formatValue(name, part, whole)).join(', ') || 'none';
  // The end of an address is enough to tell one picture from another.
  if ((name === 'image' || name === 'logo') && typeof value === 'string')
    return value.split('/').at(-1);
  if (typeof value === 'string') return formatText(value);
  if (typeof value === 'object' && 'name' in value) return String(value.name);
  if (typeof value === 'object' && 'title' in value) return String(value.title);
  return JSON.stringify(value);
}

type Holiday = School['holidays'][number];

/** `Wed 16 June 2027 (Founders’ Day)` */
function formatHoliday({ from, to, name }: Holiday): string {
  return `${nameDays(from, to)}${name ? ` (${name})` : ''}`;
}

/** The refund policy: `until 14 days before: 100%; until 3 days before: 50%, minus 10`. */
function formatSteps(steps: RefundStep[]): string {
  const periods = steps.map(
    ({ daysBefore, percent, fee }) =>
      `until ${daysBefore} days before: ${percent}%${fee > 0 ? `, minus ${writeCents(fee)}` : ''}`,
  );
  return periods.join('; ') || 'no refund';
}

/** Discounts or extras that were added, removed or changed; unchanged ones are left out. */
function listRuleChanges<Rule extends { id: string; classIds: string[] }>(
  what: string,
  format: (rule: Rule) => string,
  before: unknown,
  after: unknown,
): Change[] {
  const [were = [], are = []] = [before, after] as [Rule[]?, Rule[]?];
  const removed = were.filter(({ id }) => are.every((rule) => rule.id !== id));
  return [
    ...removed.map((rule) => ({ label: `${what} removed`, value: format(rule) })),
    ...are.flatMap((rule) => {
      const old = were.find(({ id }) => id === rule.id);
      const is = format(rule);
      if (!old) return [{ label: `${what} added`, value: is }];
      const was = format(old);
      if (was !== is) return [{ label: what, before: was, value: is }];
      const isSame = String(old.classIds) === String(rule.classIds);
      return isSame ? [] : [{ label: what, before: was, value: 'for other classes' }];
    }),
  ];
}

/** `T-shirt: $15, S or M, not refunded, for 20 seats of a class, for 3 classes`; `Late care until 5:30 PM: $9 a day` */
function formatExtra({ price, per, options, capacity, ...extra }: Extra): string {
  const { isRefundable, classIds } = extra;
  return [
    `${nameWithHours(extra)}: ${formatPrice(price / 100)}${per === 'day' ? ' a day' : ''}`,
    ...(options.length > 0 ? [options.join(' or ')] : []),
    ...(isRefundable ? [] : ['not refunded']),
    ...(capacity === null
      ? []
      : [`for ${countOf(capacity, 'seat')} of a class${per === 'day' ? ' on each day' : ''}`]),
    ...(classIds.length > 0 ? [`for ${countOf(classIds.length, 'class', 'classes')}`] : []),
  ].join(', ');
}

/** `Siblings: 10% off from the second child on, for 3 classes, combines with others` */
function formatDiscount(discount: Discount): string {
  const { classIds, stacks, isForWaiting } = discount;
  return `${describeDiscount(discount)}${classIds.length > 0 ? `, for ${countOf(classIds.length, 'class', 'classes')}` : ''}${stacks ? ', combines with others' : ''}${isForWaiting ? ', also for families on the waiting list' : ''}`;
}

/** Days and times are formatted, other texts are shown as they are. */
function formatText(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const moment = new Date(text);
  return `${formatDay(moment)} ${formatClock(moment)}`;
}
