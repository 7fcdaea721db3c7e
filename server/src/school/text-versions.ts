import { isDeepStrictEqual } from 'node:util';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { type Text, TEXT_NAMES, type TextName } from '@speakifyr/contract/text-parts.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { getText, nameVersion } from './texts.ts';

/**
 * What somebody agreed to can be read again: a text that is replaced is kept as people read it, before it is replaced. R621,
 * decisions/0121
 */

type Needs = Pick<Services, 'database'>;

/**
 * Names the versions of a school that is about to replace another one. A text has a new one if people would read something
 * else, also because a fact in it changed, such as the name of the school.
 * @param today yyyy-mm-dd
 */
export function nameVersions(
  before: VersionedSchool,
  after: VersionedSchool,
  today: string,
): VersionedSchool {
  const { termsDate } = before;
  // The terms name the day of their version: that alone is no other text.
  const next = { ...after, termsDate };
  const changed = TEXT_NAMES.filter(
    (name) => !isDeepStrictEqual(draw(name, before), draw(name, next)),
  );
  const versions = Object.fromEntries(
    changed.map((name) => [name, followVersion(nameVersion(name, before), today)]),
  );
  const { terms = termsDate, ...others } = versions;
  return { ...after, termsDate: terms, textVersions: { ...before.textVersions, ...others } };
}

/** Another version than this one, and a later one. */
function followVersion(version: string, today: string): string {
  const day = version.slice(0, 10);
  return day < today ? today : `${day}.${countOf(version) + 1}`;
}

function draw(name: TextName, school: VersionedSchool): Text['parts'] {
  return readMarkdown(school.texts[name] ?? '', school);
}

/** Keeps the texts of a school. Those that are kept already stay as they are. May be repeated. */
export async function keepVersions(school: VersionedSchool, { database }: Needs): Promise<void> {
  const { textVersions } = database.collections;
  await Promise.all(
    TEXT_NAMES.map(async (name) => {
      const _id = writeId(name, nameVersion(name, school));
      const $setOnInsert = { parts: draw(name, school) };
      try {
        await textVersions.updateOne({ _id }, { $setOnInsert }, { upsert: true });
      } catch (error) {
        // Another server keeps it just now.
        if (!isDuplicateKey(error)) throw error;
      }
    }),
  );
}

function writeId(name: TextName, version: string): string {
  return `${name} ${version}`;
}

/**
 * The version that was in force at the end of a day. Of a day before all that are kept, the first one. R634
 * @param day yyyy-mm-dd
 * @param current the version of now, which may not be kept yet
 */
export async function findVersionOn(
  name: TextName,
  day: string,
  current: string,
  { database }: Needs,
): Promise<string> {
  const ofText = { $gte: writeId(name, ''), $lt: `${name}!` };
  const kept = await database.collections.textVersions
    .find({ _id: ofText }, { projection: { _id: 1 } })
    .toArray();
  const versions = [...kept.map(({ _id }) => _id.slice(name.length + 1)), current].toSorted(
    (one, other) =>
      one.slice(0, 10).localeCompare(other.slice(0, 10)) || countOf(one) - countOf(other),
  );
  return versions.findLast((version) => version.slice(0, 10) <= day) ?? versions[0] ?? current;
}

/** `2026-11-26.3` is the third one of its day. */
function countOf(version: string): number {
  return Number(version.split('.')[1] ?? 1);
}

/**
 * A text in one of its versions, as it was at the end of a day, or as it is now.
 * @param asked.on yyyy-mm-dd
 * @throws {ApiError} `not_found` for a version that is not kept
 */
export async function readText(
  name: TextName,
  asked: { version?: string | undefined; on?: string | undefined },
  services: Needs,
): Promise<Text> {
  const { database } = services;
  const current = getText(name);
  const version =
    asked.on === undefined
      ? asked.version
      : await findVersionOn(name, asked.on, current.version, services);
  if (version === undefined || version === current.version) return current;
  const _id = writeId(name, version);
  const kept = await database.collections.textVersions.findOne({ _id });
  if (!kept)
    throw new ApiError(
      'not_found',
      'This version is from before the school kept its texts here. Please ask the school for it.',
    );
  return { version, parts: kept.parts };
}
