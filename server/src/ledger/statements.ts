import type { ObjectId } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type {
  ListedStatement,
  Statement,
  StatementChoice,
} from '@speakifyr/contract/statements.ts';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { StatementDocument, StatementFacts } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { groupBy } from '../group-by.ts';
import { findPseudonym, findUserWithId } from '../users/find-users.ts';
import { readPeople } from '../users/participant-names.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { listPaidYears, OWN, type PaidYear } from './paid-years.ts';
import { describeSeller, insertNumbered, numberReceipt } from './receipts.ts';

type Statements = Pick<Collections, 'statements'>;

/** The people and years for which an account can have a statement. Latest year first, then by name. R330 */
export async function listStatementChoices(
  user: UserDocument,
  services: Services,
): Promise<StatementChoice[]> {
  const issued = await listIssued(services.database.collections, user);
  const years = await listYears(user, issued, services);
  return years
    .map((one) => {
      const latest = findLatest(issued, one);
      return {
        participant: one.participant,
        student_name: one.studentName,
        year: one.year,
        latest: latest ? { ...refer(latest._id), version: latest.version } : null,
      };
    })
    .sort((a, b) => b.year - a.year || a.student_name.localeCompare(b.student_name));
}

/**
 * The payer's statement for one person and year: the one that was issued last, or a new version if anything on it would be
 * different now. Two requests at the same moment issue one. R330, R331
 * @param wanted.participant as in the list of choices
 * @throws {ApiError} `invalid_input` for a year that has not begun; `not_found` if nothing was paid, also for a stranger's
 *   child
 */
export async function issueStatement(
  { participant, year }: { participant: string; year: number },
  user: UserDocument,
  services: Services,
): Promise<Statement> {
  const { collections } = services.database;
  if (year > Number(readToday(services).slice(0, 4)))
    throw new ApiError('invalid_input', 'This year has not begun yet.', {
      fields: { 'body.year': 'This year has not begun yet.' },
    });
  for (;;) {
    const issued = await listIssued(collections, user);
    const years = await listYears(user, issued, services);
    const paid = years.find((one) => one.participant === participant && one.year === year);
    if (!paid)
      throw new ApiError(
        'not_found',
        `You paid nothing for this person in ${year}, so there is no statement.`,
      );
    const facts = describe(paid, user);
    const latest = findLatest(issued, paid);
    if (latest && says(latest, facts)) return present(latest, services);
    const version = (latest?.version ?? 0) + 1;
    const same = { userId: user._id, childId: paid.childId, year, version };
    const added = await insertNumbered(
      collections.statements,
      { ...same, replaces: latest?._id ?? null, issuedAt: services.now(), ...facts },
      same,
    );
    await forgetIfDeleted(user, services);
    // Another request was faster, and money has moved since it looked.
    if (says(added, facts)) return present(added, services);
  }
}

/**
 * A statement as it was issued.
 * @param user who paid, or an admin
 * @throws {ApiError} `not_found` for anybody else
 */
export async function getStatement(
  no: number,
  user: Pick<UserDocument, '_id' | 'role'>,
  services: Services,
): Promise<Statement> {
  const found = await services.database.collections.statements.findOne({ _id: no });
  if (!found || !(found.userId.equals(user._id) || user.role === 'admin'))
    throw new ApiError('not_found', 'We could not find this statement.');
  return present(found, services);
}

/** All statements of an account, by number. */
export async function getStatementsOf(
  user: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<Statement[]> {
  const issued = await listIssued(services.database.collections, user);
  return Promise.all(issued.map((one) => present(one, services)));
}

/** All statements of an account for a list, the newest first. */
export async function listStatementsOf(
  user: Pick<UserDocument, '_id'>,
  { database }: Services,
): Promise<ListedStatement[]> {
  const issued = await listIssued(database.collections, user);
  return issued.toReversed().map(({ _id, year, version, studentName, issuedAt }) => ({
    ...refer(_id),
    year,
    version,
    student_name: studentName,
    issuedAt: issuedAt.toISOString(),
  }));
}

/**
 * Removes the names and the email from all statements of an account. R332
 * @param pseudonym the address that replaces the email
 */
export async function forgetStatements(
  { statements }: Statements,
  { _id: userId }: Pick<UserDocument, '_id'>,
  pseudonym: string,
): Promise<void> {
  const payer = { name: DELETED_NAME, email: pseudonym };
  await statements.updateMany({ userId }, { $set: { payer, studentName: DELETED_NAME } });
}

/**
 * Moves all statements of an account to another one. If that one has some for the same child and year, too, they become
 * its later versions, so that its next one takes both into account. Idempotent.
 */
export async function moveStatements(
  from: Pick<UserDocument, '_id'>,
  { _id: userId }: Pick<UserDocument, '_id'>,
  { statements }: Statements,
): Promise<void> {
  for (const { _id, childId, year, version } of await listIssued({ statements }, from)) {
    const theirs = await statements.find({ userId, childId, year }).toArray();
    const next = Math.max(version, ...theirs.map((one) => one.version + 1));
    await statements.updateOne({ _id }, { $set: { userId, version: next } });
  }
}

/** What an account's statements say of one record of a child was of another record of it. May be repeated. */
export async function moveChildOfStatements(
  { statements }: Statements,
  userId: ObjectId,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  await statements.updateMany({ userId, childId: from }, { $set: { childId: into } });
}

/** The account may have been deleted while a statement was issued. */
async function forgetIfDeleted(user: UserDocument, services: Services): Promise<void> {
  const pseudonym = findPseudonym(await findUserWithId(user._id, services));
  if (pseudonym) await forgetStatements(services.database.collections, user, pseudonym);
}

/** By number. */
async function listIssued(
  { statements }: Statements,
  { _id: userId }: Pick<UserDocument, '_id'>,
): Promise<StatementDocument[]> {
  const found = await statements.find({ userId }).toArray();
  return found.sort((a, b) => a._id - b._id);
}

type PersonAndYear = Pick<StatementDocument, 'childId' | 'year'>;

function nameYear({ childId, year }: PersonAndYear): string {
  return `${childId?.toHexString() ?? OWN} ${year}`;
}

/** By version: of two families that became one, the later version may have the lower number. */
function findLatest(issued: StatementDocument[], about: PersonAndYear) {
  const versions = issued.filter((one) => nameYear(one) === nameYear(about));
  return versions.sort((a, b) => a.version - b.version).at(-1);
}

/**
 * The years of an account's payments. If a seat has moved to a sibling since, nothing may be left of a year that has a
 * statement: a new version says so.
 */
async function listYears(
  user: UserDocument,
  issued: StatementDocument[],
  services: Services,
): Promise<PaidYear[]> {
  const paid = await listPaidYears(user, services);
  const known = new Set(paid.map(nameYear));
  const emptied = groupBy(
    issued.filter((one) => !known.has(nameYear(one))),
    nameYear,
  ).flatMap((versions) => versions.at(-1) ?? []);
  if (emptied.length === 0) return paid;
  const { isTheirs } = await readFamilyRights(user, services);
  const theirs = emptied.filter(({ childId }) => isTheirs(childId ?? undefined));
  const whoOf = ({ childId }: PersonAndYear) => ({
    userId: user._id,
    childId: childId ?? undefined,
  });
  const personOf = await readPeople(theirs.map(whoOf), services);
  return [
    ...paid,
    ...theirs.map((one) => ({
      participant: one.childId?.toHexString() ?? OWN,
      childId: one.childId,
      year: one.year,
      studentName: personOf(whoOf(one)).name,
      lines: [],
    })),
  ];
}

function describe({ studentName, lines }: PaidYear, { name, email }: UserDocument): StatementFacts {
  return {
    // The tax number is that of the registered seller.
    seller: {
      ...describeSeller(),
      name: SCHOOL.seller,
      taxNumber: SCHOOL.taxNumber,
    },
    payer: { name, email },
    studentName,
    lines,
  };
}

/** Whether a statement says just this. */
function says({ seller, payer, studentName, lines }: StatementDocument, facts: StatementFacts) {
  return isDeepStrictEqual({ seller, payer, studentName, lines }, facts);
}

/** @returns the number as people read it, such as S-000123 */
function numberStatement(number: number): string {
  return `S-${String(number).padStart(6, '0')}`;
}

function refer(no: number) {
  return { no, number: numberStatement(no) };
}

async function present(
  { _id, userId, childId, year, version, replaces, issuedAt, ...facts }: StatementDocument,
  { database }: Services,
): Promise<Statement> {
  const next = { userId, childId, year, version: version + 1 };
  const after = await database.collections.statements.findOne(next, { projection: { _id: 1 } });
  const { seller, payer, studentName, lines } = facts;
  return {
    ...refer(_id),
    year,
    version,
    seller,
    payer,
    student_name: studentName,
    replaces: replaces === null ? null : refer(replaces),
    replacedBy: after && refer(after._id),
    issuedAt: issuedAt.toISOString(),
    lines: lines.map((line) => ({
      ...line,
      currency: line.currency.toUpperCase(),
      entries: line.entries.map((entry) => ({ ...entry, receipt: numberReceipt(entry.receipt) })),
      kept: sumEntries([line]).kept,
    })),
    totals: groupBy(lines, ({ currency }) => currency).map((ofCurrency) => ({
      currency: ofCurrency[0]?.currency.toUpperCase() ?? '',
      ...sumEntries(ofCurrency),
    })),
  };
}

/** What was paid, what was given back and what remains, in cents. */
function sumEntries(lines: Pick<StatementFacts['lines'][number], 'entries'>[]) {
  const entries = lines.flatMap((line) => line.entries);
  const sumOf = (wanted: (typeof entries)[number]['kind']) =>
    sumAmounts(entries.filter(({ kind }) => kind === wanted));
  // A check that bounced was never paid.
  const paid = sumOf('paid') - sumOf('bounced');
  const returned = sumOf('returned');
  return { paid, returned, kept: paid - returned };
}
