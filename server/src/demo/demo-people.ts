import people from './demo-people.json' with { type: 'json' };

/**
 * The people of the demo school. All names are made up; every address ends in .test (RFC 2606). A `slug` is the name of
 * the picture.
 */

export type DemoPerson = { slug: string; name: string; email: string };
/** Born this many years before the summer, on a day of the year. */
export type DemoChild = (typeof people.children)[number];

/** The student has one paid class and an empty cart; the parent has two children. */
export const { admin: demoAdmin, student: demoStudent, parent: demoParent } = people;

/** The children of the demo parent. Only the first one has contacts and an answer about health. */
export const demoChildren = people.children as [DemoChild, DemoChild];

export const { contacts: demoContacts, health: demoHealth } = people;

/** Nine instructors with the text on their card. The last one has no class. */
export const demoTeachers = people.teachers;

/** The students in the classes. */
export const demoStudents = people.students.map(toPerson);

/** Who signed up this month and has not joined a class yet. */
export const demoNewcomers = people.newcomers.map(toPerson);

function toPerson(name: string): DemoPerson {
  const slug = spellInAscii(name).replaceAll(' ', '-');
  return { slug, name, email: `${slug.replaceAll('-', '.')}@speakifyr.test` };
}

/** Lower case, without accents: `Ingrid Sæther` is `ingrid saether`. */
function spellInAscii(name: string): string {
  return name.toLowerCase().replaceAll('æ', 'ae').normalize('NFD').replace(/\p{M}/gu, '');
}
