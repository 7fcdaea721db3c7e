import { readAmount } from './amounts.ts';
import { type BankLine, joinTexts, REASONS, sayOther } from './bank-line.ts';
import { readDay } from './days.ts';

/**
 * MT940, the older list that banks give to companies; also MT942, the list of a day that is not over. The packages for it have had
 * no version for years, and the format is a page: fields such as `:61:`, each on lines of its own.
 */

const FIELD = /^:(\d{2}[A-Z]?):/;
/** Day of the value, day of the booking, mark, letter of the currency, amount, kind, reference. */
const ENTRY = /^(\d{6})(\d{4})?([RE]?[CD])([A-Z])?(\d[\d.,]*)(?:[A-Z][A-Z0-9]{3})?([^\n]*)/;
/** Three digits, then fields such as `?20`; some banks write another character than `?`. */
const STRUCTURED = /^\d{3}\s*([?^~>@&+])\d{2}/;

export function isMt940(text: string): boolean {
  return /^:61:/m.test(text) || (/^:20:/m.test(text) && /^:6[02][FM]:/m.test(text));
}

export function readMt940Lines(text: string, currency: string): BankLine[] {
  const lines: BankLine[] = [];
  let said = '';
  let entry = '';
  let place = 0;
  const end = (about: string) => {
    if (entry) lines.push(readEntry(entry, about, { line: place, said, currency }));
    entry = '';
  };
  for (const [tag, content] of listFields(text)) {
    // `C261101EUR1000,00`: the currency of the account.
    if (/^6[02][FM]$/.test(tag)) said = /[A-Z]{3}/.exec(content.slice(1))?.[0] ?? said;
    if (tag === '34F') said = content.slice(0, 3);
    if (tag === '86') end(content);
    else end('');
    if (tag === '61') {
      entry = content;
      place += 1;
    }
  }
  end('');
  return lines;
}

/** The fields with their content, whose lines are put together. */
function listFields(text: string): [tag: string, content: string][] {
  const fields: [string, string][] = [];
  for (const line of text.split(/\r?\n/)) {
    const [start, tag] = FIELD.exec(line) ?? [];
    const last = fields.at(-1);
    if (start && tag) fields.push([tag, line.slice(start.length)]);
    // A statement ends with a minus, or with the brackets of SWIFT.
    else if (line === '-' || /^-?[{}]/.test(line)) fields.push(['', '']);
    else if (last) last[1] += `\n${line}`;
  }
  return fields;
}

function readEntry(
  entry: string,
  about: string,
  { line, said, currency }: { line: number; said: string; currency: string },
): BankLine {
  const { kept, text } = readAbout(about);
  const parts = ENTRY.exec(entry);
  const [, value = '', booking = '', mark = '', , amount = '', reference = ''] = parts ?? [];
  const all = joinTexts([text, reference.replace(/^NONREF|\/\/.*$/g, '')]);
  const leave = (state: Exclude<BankLine['state'], 'arrived'>, reason: string): BankLine => ({
    line,
    state,
    reason,
    text: joinTexts(state === 'unreadable' ? [entry, about] : [amount, all]),
  });
  if (!parts) return leave('unreadable', 'It is not as MT940 has it.');
  if (mark.startsWith('E')) return leave('pending', REASONS.notBooked);
  if (mark === 'D') return leave('out', REASONS.out);
  if (mark === 'RC') return leave('out', REASONS.takenBack);
  if (mark === 'RD') return leave('out', REASONS.cameBack);
  if (said && said !== currency) return leave('other currency', sayOther(said));
  const cents = readAmount(amount)?.cents;
  if (!cents) return leave('unreadable', REASONS.noAmount);
  const day = findDay(value, booking);
  if (!day) return leave('unreadable', REASONS.noDay);
  return { line, state: 'arrived', day, amount: cents, text: all, kept: kept || all };
}

/** @param value yymmdd @param booking mmdd, which may be of the year before or after */
function findDay(value: string, booking: string): string | undefined {
  const year = Number(`20${value.slice(0, 2)}`);
  const valueDay = readDay(`${year}${value.slice(2)}`, 'dmy');
  if (!booking || !valueDay) return valueDay;
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDay));
  return [year - 1, year, year + 1]
    .flatMap((one) => readDay(`${one}${booking}`, 'dmy') ?? [])
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** Who sent it and what they wrote, of a field 86. Its lines are cut anywhere, so they are put together without a space. */
function readAbout(about: string): { kept: string; text: string } {
  const text = about.replace(/\n/g, '');
  const mark = STRUCTURED.exec(text)?.[1];
  if (!mark) return { kept: text, text };
  const fields = text
    .split(mark)
    .slice(1)
    .map((field) => [field.slice(0, 2), field.slice(2)] as const);
  const join = (wanted: RegExp) =>
    fields.map(([code = '', content = '']) => (wanted.test(code) ? content : '')).join('');
  const kept = joinTexts([join(/^(?:2\d|6[0-3])$/), join(/^3[23]$/)]);
  return { kept, text: joinTexts([kept, join(/^00$/)]) };
}
