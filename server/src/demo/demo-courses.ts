import courses from './demo-courses.json' with { type: 'json' };

/**
 * The twelve classes of the demo school, by start week.
 * `week` counts from 0 at the first Monday of June; a camp runs from a Monday to a Friday. `capacity` is the number of
 * all seats; `taken` of them are enrolled. `teacher` is the instructor's slug, missing if nobody is assigned.
 */
export const demoCourses = courses;

export type DemoCourse = (typeof demoCourses)[number];
