import { setImmediate } from 'node:timers/promises';
import { birthDate, email, personName, typedPhone } from '@speakifyr/contract/fields.ts';
import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { MAX_NEW_CHILDREN } from '@speakifyr/contract/limits.ts';
import { compareNames } from '@speakifyr/contract/person-names.ts';
import { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import { hasSameChild, tidyChildFields } from '../families/child-fields.ts';
import type { Services } from '../services.ts';
import { findKnownFamilies, type KnownFamily } from './find-known.ts';
import type { Child, FileRow, Group, Outcome, Planned, ReadDateOf, Row } from './planned.ts';

/** Others get their turn after so many rows. */
const ROWS_AT_ONCE = 200;

/** Plans families: each is made whole with all its children, or not at all. What exists is never changed. R616 */
export async function planFamilies(
  rows: FileRow[],
  readDate: ReadDateOf,
  services: Services,
): Promise<Planned> {
  const outcomes: Outcome[] = [];
  const read: Row[] = [];
  /** Rows with a problem, so that the rest of their family waits. */
  const broken: { line: number; keys: string[] }[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_AT_ONCE === 0) await setImmediate();
    const found = readFamilyRow(row, place, readDate, services);
    if ('says' in found) {
      outcomes[place] = problem(found.says);
      broken.push({ line: row.line, keys: listKeys(found.partly) });
    } else read.push(found.row);
  }
  const groups = groupRows(read);
  const known = await findKnownFamilies(groups, services);
  const items: Planned['items'] = [];
  for (const [place, group] of groups.entries()) {
    if (place % ROWS_AT_ONCE === 0) await setImmediate();
    const decided = decide(group, known(group), broken);
    group.rows.forEach((row, index) => {
      outcomes[row.place] = decided.outcomes[index] ?? problem('');
    });
    if (decided.item) items.push(decided.item);
  }
  return { outcomes, items };
}

const problem = (says: string): Outcome => ({ outcome: 'problem', says });
const same = (says: string): Outcome => ({ outcome: 'same', says });

type Found =
  { row: Row } | { says: string; partly: Pick<Row, 'email' | 'phone'> & { name?: string } };

function readFamilyRow(
  { line, values, problem: before }: FileRow,
  place: number,
  readDate: ReadDateOf,
  services: Services,
): Found {
  const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  const parent = personName.safeParse(values.name ?? join(values.firstName, values.lastName));
  const address = values.email ? email.safeParse(values.email) : undefined;
  const number = values.phone ? typedPhone.safeParse(values.phone) : undefined;
  const partly = {
    ...(parent.success && { name: parent.data }),
    ...(address?.success && { email: address.data }),
    ...(number?.success && { phone: number.data }),
  };
  const childName = values.childName ?? join(values.childFirstName, values.childLastName);
  const child = readChild(childName, values.birthDate, readDate, services);
  const says =
    before ??
    (parent.success
      ? undefined
      : values.name || values.firstName || values.lastName
        ? `Parent’s name: ${parent.error.issues[0]?.message}`
        : 'The parent’s name is missing.') ??
    (address?.success === false ? 'The email address can’t be right.' : undefined) ??
    (number?.success === false ? 'The phone number can’t be right.' : undefined) ??
    (address || number ? undefined : 'An email address or a phone number is needed.') ??
    (typeof child === 'string' ? child : undefined);
  if (says !== undefined || !parent.success || typeof child === 'string')
    return { says: says ?? '', partly };
  return { row: { place, line, ...partly, name: parent.data, ...(child && { child }) } };
}

/** @returns why it can't be imported; undefined if the row has none */
function readChild(
  typed: string,
  born: string | undefined,
  readDate: ReadDateOf,
  services: Services,
): Child | string | undefined {
  if (!typed && !born) return undefined;
  if (!typed) return 'The child’s name is missing.';
  if (!born) return 'The child’s birth date is missing.';
  const name = personName.safeParse(typed);
  if (!name.success) return `Child’s name: ${name.error.issues[0]?.message}`;
  const date = readDate('birthDate', born);
  if ('problem' in date) return date.problem;
  const day = birthDate.safeParse(date.day);
  if (!day.success) return `Birth date: ${day.error.issues[0]?.message}`;
  try {
    return tidyChildFields({ name: name.data, birthDate: day.data }, services);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `Child: ${Object.values(error.extra.fields ?? {})[0] ?? error.message}`;
  }
}

/** By what rows are of the same family. */
function listKeys({
  email: address,
  phone,
  name,
}: {
  email?: string;
  phone?: string;
  name?: string;
}) {
  return [
    ...(address ? [address] : []),
    ...(phone && name ? [`${phone} ${foldLetters(name)}`] : []),
  ];
}

/** Rows with the same email address, or the same phone number and name, are one family. */
function groupRows(rows: Row[]): Group[] {
  const groups: Group[] = [];
  const byKey = new Map<string, Group>();
  // Those with an address first: a brother's row may have only the phone number.
  const ordered = [...rows].sort(
    (a, b) => Number(!a.email) - Number(!b.email) || a.place - b.place,
  );
  for (const row of ordered) {
    const [first = '', second] = listKeys(row);
    const group = byKey.get(first) ?? (row.email ? undefined : byKey.get(second ?? ''));
    const { name, email: address, phone } = row;
    if (group) {
      group.rows.push(row);
      if (!group.phone && phone) group.phone = phone;
    } else {
      const added: Group = {
        rows: [row],
        name,
        ...(address && { email: address }),
        ...(phone && { phone }),
      };
      groups.push(added);
      for (const key of listKeys(row)) if (!byKey.has(key)) byKey.set(key, added);
    }
  }
  for (const group of groups) group.rows.sort((a, b) => a.place - b.place);
  return groups.sort((a, b) => (a.rows[0]?.place ?? 0) - (b.rows[0]?.place ?? 0));
}

type Decided = { outcomes: Outcome[]; item?: Planned['items'][number] };

function decide(
  group: Group,
  known: KnownFamily,
  broken: { line: number; keys: string[] }[],
): Decided {
  const { rows, name } = group;
  const all = (outcome: Outcome): Decided => ({ outcomes: rows.map(() => outcome) });
  const [first] = rows;
  const other = rows.find(
    (row) => row.name !== name && compareNames(row.name, name) === 'different',
  );
  if (other && first)
    return all(
      problem(
        `Lines ${first.line} and ${other.line} have the same email address and different names. Whose is it?`,
      ),
    );
  if ('problem' in known) return all(problem(known.problem));
  const children: Child[] = [];
  if (known.children)
    return {
      outcomes: rows.map(({ child }) =>
        !child || hasSameChild(known.children ?? [], child)
          ? same('This family is here already.')
          : problem(
              'This family is here already, without this child. An import changes no family: add the child on the family’s page.',
            ),
      ),
    };
  const keys = new Set(rows.flatMap(listKeys));
  const bad = broken.find((one) => one.keys.some((key) => keys.has(key)));
  if (bad)
    return all(
      problem(
        `Line ${bad.line} is of the same family and has a problem. A family is imported whole or not at all.`,
      ),
    );
  const outcomes = rows.map(({ child, line }): Outcome => {
    const isFirst = line === first?.line;
    if (child && hasSameChild(children, child)) return same('Another line has the same child.');
    if (!child && !isFirst) return same('Another line has the same family.');
    if (child) children.push(child);
    if (!isFirst)
      return { outcome: 'create', says: `One more child of the family in line ${first?.line}.` };
    return { outcome: 'create', says: child ? 'A new family, with this child.' : 'A new family.' };
  });
  if (children.length > MAX_NEW_CHILDREN)
    return all(problem(`A family is imported with at most ${MAX_NEW_CHILDREN} children.`));
  const { email: address, phone } = group;
  const family = { name, ...(address && { email: address }), ...(phone && { phone }), children };
  return { outcomes, item: { _id: new ObjectId(), line: first?.line ?? 0, family } };
}
