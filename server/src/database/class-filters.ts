import type { Filter } from 'mongodb';
import type { ClassDocument } from './collections.ts';
import { matchText } from './lists.ts';

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
export function matchClass(search: string): Filter<ClassDocument> {
  const fields = ['name', 'course_tag', 'instructor.name'];
  return { $or: fields.map((field) => ({ [field]: matchText(search) })) };
}
