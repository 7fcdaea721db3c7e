import type { Filter } from 'mongodb';
import type { ClassDocument } from '../database/collections.ts';
import { matchText } from '../database/lists.ts';
import { findInstructorsNamed } from '../people/users/find-users.ts';
import type { Services } from '../services.ts';

/** Filters that all lists of classes share. */

/**
 * The classes of a season: see contract/src/lists.ts.
 * @param today yyyy-mm-dd
 */
export function matchSeason(season: string, today: string): Filter<ClassDocument> {
  if (season === 'coming') return { camp_end: { $gte: today } };
  // Days are texts such as 2027-06-14.
  return { camp_start: { $gte: `${season}-`, $lt: `${season}~` } };
}

/** Matches the name, the tag and the instructor's name. */
export async function matchClass(
  search: string,
  services: Services,
): Promise<Filter<ClassDocument>> {
  const text = matchText(search);
  const instructors = await findInstructorsNamed(search, services);
  const instructorId = { $in: instructors.map(({ _id }) => _id) };
  return { $or: [{ name: text }, { course_tag: text }, { instructorId }] };
}
