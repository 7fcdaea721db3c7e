import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import {
  FIELDS_OF,
  type ImportField,
  type ImportKind,
  labelOf,
} from '@speakifyr/contract/import-fields.ts';
import type { ImportState } from '@speakifyr/contract/imports.ts';
import { fileError, type Table } from './read-table.ts';

/** The columns of a file, as they are read. */
export type Columns = NonNullable<ImportState['columns']>;

/** What other systems call a column, without spaces and marks. The first that fits counts. */
const FAMILY_NAMES: [ImportField, RegExp][] = [
  [
    'birthDate',
    /birth|^dob$|^(child|student|camper|kid|participant)s?dob$|geburt|naissance|nacimiento/,
  ],
  ['childFirstName', /^(child|student|camper|kid|participant)s?(first|given)name$|^vornamekind$/],
  [
    'childLastName',
    /^(child|student|camper|kid|participant)s?(last|family|sur)name$|^nachnamekind$/,
  ],
  [
    'childName',
    /^(child|student|camper|kid|participant|kind)s?(fullname|name)?$|^nameof(the)?child$/,
  ],
  ['email', /e?mail/],
  ['phone', /phone|mobile|^cell|^tel|telefon|handy/],
  [
    'firstName',
    /^(parent|guardian|mother|father|contact|account|customer|adult|primary)?s?(first|given)name$|^vorname$/,
  ],
  [
    'lastName',
    /^(parent|guardian|mother|father|contact|account|customer|adult|primary)?s?(last|family|sur)name$|^surname$|^nachname$/,
  ],
  [
    'name',
    /^(parent|guardian|contact|account|customer|family|adult|primary)?s?(full)?name$|^(parent|guardian|customer|contact|household)s?$/,
  ],
];
const CLASS_NAMES: [ImportField, RegExp][] = [
  ['tag', /tag$|^code$|^(class|course|camp)code$|^shortname$/],
  ['price', /price|fee|cost|tuition|^preis$/],
  ['places', /places|seats|spots|capacity|^max(imum)?(students|participants|size)?$|^size$/],
  ['room', /room|raum/],
  ['ageFrom', /^(min(imum)?age|age(from|min)|youngest(age)?|fromage)$/],
  ['ageTo', /^(max(imum)?age|age(to|max)|oldest(age)?|toage)$/],
  ['dailyStart', /^(daily)?start(s)?time$|^timefrom$|^(daystarts?|dailystart|starts)(at)?$/],
  ['dailyEnd', /^(daily)?end(s)?time$|^timeto$|^(dayends?|dailyend|ends)(at)?$/],
  ['start', /^(camp|class|course)?(start|begin)s?(date|day|on)?$|^firstday$|^from$|^datefrom$/],
  [
    'end',
    /^(camp|class|course)?(end|finish)(s|es)?(date|day|on)?$|^lastday$|^(to|until)$|^dateto$/,
  ],
  ['place', /^(place|location|venue|where|site)$/],
  ['instructor', /^(instructor|teacher|coach|leader|counselor)s?(e?mail)?(address)?$/],
  ['image', /^(class|course|camp)?(image|picture|photo)s?(url|address|link)?$/],
  ['details', /description|details|about|notes?$/],
  [
    'name',
    /^(class|course|camp|program|activity|session)?(name|title)$|^(class|course|camp|program|activity)$/,
  ],
];

/** Never imported, whatever somebody chooses. R617 */
const NEVER =
  /allerg|medic|health|diagnos|doctor|physician|pediatric|illness|disease|disab|condition|specialneeds|dietar|vaccin|immuniz|insurance|epipen|asthma|krank|gesund|card|cvv|cvc|iban|accountnumber|routing|bankaccount|ssn|socialsecurity|passw/;

/** Of somebody else than the parent who has the account. */
const OTHERS = /emergency|second|^other|spouse|pickup/;

function fold(name: string): string {
  return foldLetters(name).replace(/[^\p{L}\p{N}]/gu, '');
}

const isRefused = (name: string) => NEVER.test(fold(name));

/** What each column is, by its name. Each field at most once. */
function guess(header: string[], kind: ImportKind): ImportField[] {
  const known = kind === 'families' ? FAMILY_NAMES : CLASS_NAMES;
  const taken = new Set<ImportField>();
  return header.map((name) => {
    const plain = fold(name);
    if (isRefused(name)) return 'never';
    const field = OTHERS.test(plain)
      ? undefined
      : known.find(([one, words]) => !taken.has(one) && words.test(plain))?.[0];
    if (field) taken.add(field);
    return field ?? 'none';
  });
}

const MAX_EXAMPLES = 3;
const MAX_SHOWN_ROWS = 200;
const MAX_EXAMPLE_LENGTH = 60;

/**
 * @param chosen what the director says that the columns are
 * @throws {ApiError} `invalid_input` if they have no such choice
 */
export function matchColumns(
  { header, rows }: Table,
  kind: ImportKind,
  chosen?: ImportField[],
): Columns {
  const fields = chosen ?? guess(header, kind);
  if (fields.length !== header.length)
    throw fileError('The file has other columns now. Please choose it again.');
  fields.forEach((field, place) => {
    if (field === 'none' || field === 'never') return;
    if (!FIELDS_OF[kind].includes(field))
      throw fileError(`A file of ${kind} has no “${labelOf(field, kind)}”.`);
    if (fields.indexOf(field) < place)
      throw fileError(`Two columns are read as “${labelOf(field, kind)}”. Choose one.`);
    if (isRefused(header[place] ?? ''))
      throw fileError(
        `“${header[place]}” can’t be imported: health and cards never are. Families say it themselves.`,
      );
  });
  // In a row with more cells, nobody knows which is which.
  const shown = rows.filter(({ cells }) => cells.length <= header.length).slice(0, MAX_SHOWN_ROWS);
  return header.map((name, place) => {
    const refused = isRefused(name);
    const filled = new Set(refused ? [] : shown.map(({ cells }) => readCell(cells, place)));
    const examples = [...filled].filter(Boolean).slice(0, MAX_EXAMPLES);
    return {
      name,
      examples: examples.map((cell) => cell.slice(0, MAX_EXAMPLE_LENGTH)),
      field: refused ? 'never' : (fields[place] ?? 'none'),
    };
  });
}

function readCell(cells: string[], place: number): string {
  return (cells[place] ?? '').trim();
}

/** The cells of a row that are imported, by what they are. Empty ones are left out. */
export type Values = Partial<Record<ImportField, string>>;

export function readValues(cells: string[], columns: Columns): Values {
  return Object.fromEntries(
    columns.flatMap(({ field }, place) => {
      const text = readCell(cells, place);
      return field === 'none' || field === 'never' || !text ? [] : [[field, text]];
    }),
  );
}
