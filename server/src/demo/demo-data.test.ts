import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fitsAges } from '@speakifyr/contract/age.ts';
import { campClass } from '@speakifyr/contract/classes.ts';
import { user } from '@speakifyr/contract/identity.ts';
import { instructor } from '@speakifyr/contract/instructors.ts';
import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import { FIRST_ENTRY_NUMBER, MAX_SEATS, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { demoEnrollments, demoUsers, listDemoClasses, summerOf } from './demo-data.ts';
import { buildDemoFamily } from './demo-family.ts';
import { demoTeachers } from './demo-people.ts';

const ID = '0123456789abcdef01234567';
const PUBLIC_FOLDER = fileURLToPath(new URL('../../../client/public', import.meta.url));
const summers = [2026, 2027, 2028, 2029, 2030, 2031, 2032];
const demoClasses = listDemoClasses(2027);

function isUnique(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}

describe('the demo school', () => {
  test('matches the contract, and parsing changes no field', () => {
    // The server computes the rest on request.
    const storedClass = campClass.omit({ nextHoldEnd: true, waiting: true, joining: true });
    for (const { slug: _slug, capacity: _capacity, ...fields } of demoClasses) {
      expect(storedClass.parse({ _id: ID, ...fields })).toEqual({ _id: ID, ...fields });
    }
    const shownInstructor = instructor.pick({ name: true, email: true, details: true });
    for (const { name, email, about: details } of demoTeachers) {
      const shown = { name, email, details };
      expect(shownInstructor.parse(shown)).toEqual(shown);
    }
    for (const fields of demoUsers) {
      expect(user.parse({ _id: ID, ...fields })).toEqual({ _id: ID, ...fields });
    }
  });

  test('has each fact in all of its classes or in none', () => {
    for (const [name, none] of Object.entries(NO_FACTS)) {
      const without = demoClasses.filter((one) => one[name as keyof typeof NO_FACTS] === none);
      expect([0, demoClasses.length], `${without.length} classes have no ${name}`).toContain(
        without.length,
      );
    }
  });

  test('has twelve classes from $39 to $249, with unique tags, rooms, names and slugs', () => {
    expect(demoClasses).toHaveLength(12);
    expect(isUnique(demoClasses.map(({ course_tag }) => course_tag))).toBe(true);
    expect(isUnique(demoClasses.map(({ assign_room }) => assign_room))).toBe(true);
    expect(isUnique(demoClasses.map(({ name }) => name))).toBe(true);
    expect(isUnique(demoClasses.map(({ slug }) => slug))).toBe(true);
    const prices = demoClasses.map(({ price }) => price);
    expect(Math.min(...prices)).toBe(39);
    expect(Math.max(...prices)).toBe(249);
  });

  test('has eight instructors with one class each and one without', () => {
    expect(demoTeachers).toHaveLength(9);
    const taught = demoClasses.filter((one) => one.instructor !== NOT_ASSIGNED);
    for (const { instructor: name, instructor_email: email } of taught)
      expect(demoTeachers).toContainEqual(expect.objectContaining({ name, email }));
    expect(isUnique(taught.map((one) => one.instructor_email))).toBe(true);
    expect(taught).toHaveLength(8);
  });

  test('has each person once, with a .test address, and each instructor as a user with that role', () => {
    expect(isUnique(demoUsers.map(({ email }) => email))).toBe(true);
    expect(demoUsers.every(({ email }) => email.endsWith('@speakifyr.test'))).toBe(true);
    for (const { email, name } of demoTeachers) {
      expect(demoUsers).toContainEqual(
        expect.objectContaining({ email, name, role: 'instructor' }),
      );
    }
    for (const role of ['admin', 'instructor', 'student'] as const) {
      expect(demoUsers.find(({ email }) => email === `${role}@speakifyr.test`)?.role).toBe(role);
    }
  });

  test('has seats that add up: one class is full, one has a single seat left', () => {
    for (const { slug, capacity, sit } of demoClasses) {
      const seated = demoEnrollments.filter(({ classSlug }) => classSlug === slug);
      expect(seated.length + sit).toBe(capacity);
      expect(capacity).toBeLessThanOrEqual(MAX_SEATS);
      expect(isUnique(seated.map(({ email, child = '' }) => email + child))).toBe(true);
      expect(seated.map(({ entryNumber }) => entryNumber)).toEqual(
        seated.map((_, place) => FIRST_ENTRY_NUMBER + place),
      );
    }
    expect(demoClasses.filter(({ sit }) => sit === 0)).toHaveLength(1);
    expect(demoClasses.filter(({ sit }) => sit === 1)).toHaveLength(1);
  });

  test('enrolls existing students, never in two classes at once, paid within the last four weeks', () => {
    for (const { classSlug, email, name, child, paidDaysAgo, paidAtMinute } of demoEnrollments) {
      expect(demoUsers).toContainEqual(
        expect.objectContaining({ email, ...(!child && { name }), role: 'student' }),
      );
      expect(paidDaysAgo).toSatisfy((days: number) => days >= 1 && days <= 28);
      expect(paidAtMinute).toSatisfy((minute: number) => minute >= 0 && minute < 24 * 60);
      const here = findClass(classSlug);
      const others = demoEnrollments.filter(
        (other) => other.email === email && other.classSlug !== classSlug,
      );
      for (const other of others.map((enrollment) => findClass(enrollment.classSlug))) {
        expect(here.camp_end < other.camp_start || other.camp_end < here.camp_start).toBe(true);
      }
    }
  });

  test('gives the demo parent two children of the right age, in one class together', () => {
    const own = demoEnrollments.filter(({ email }) => email === 'parent@speakifyr.test');
    expect(own.map(({ classSlug, name }) => `${classSlug} ${name}`)).toEqual([
      'football Mia Okonjo',
      'science Mia Okonjo',
      'science Leo Okonjo',
    ]);
    const { children, contacts, health } = buildDemoFamily(new Date('2026-11-22'));
    for (const { name, birthDate } of children)
      for (const { classSlug } of own.filter((seat) => seat.name === name)) {
        const { ageFrom = null, ageTo = null, camp_start } = findClass(classSlug);
        expect(fitsAges(birthDate, { ageFrom, ageTo, camp_start })).toBe(true);
      }
    expect([contacts.length, health.length]).toEqual([1, 1]);
  });

  test('gives the demo student one class that overlaps with no other', () => {
    const own = demoEnrollments.filter(({ email }) => email === 'student@speakifyr.test');
    expect(own).toHaveLength(1);
    const { slug, camp_start } = findClass(own[0]?.classSlug);
    for (const other of demoClasses.filter((one) => one.slug !== slug)) {
      expect(other.camp_end < camp_start).toBe(true);
    }
  });

  test.each(summers)(
    'has camps that run from a Monday to a Friday in the summer of %i',
    (summer) => {
      for (const { camp_start, camp_end } of listDemoClasses(summer)) {
        expect(new Date(camp_start).getUTCDay()).toBe(1);
        expect(new Date(camp_end).getUTCDay()).toBe(5);
        expect(camp_end > camp_start).toBe(true);
        expect(camp_start >= `${summer}-06-01` && camp_end <= `${summer}-08-31`).toBe(true);
      }
    },
  );

  test('uses the next summer that has not started', () => {
    expect(summerOf(new Date('2026-05-31T23:59:59Z'))).toBe(2026);
    expect(summerOf(new Date('2026-06-01T00:00:00Z'))).toBe(2027);
    expect(summerOf(new Date('2026-12-31T12:00:00Z'))).toBe(2027);
  });

  test('has every picture in WebP and AVIF', () => {
    const pictures = [
      ...demoClasses.map(({ image }) => image),
      ...demoUsers.map(({ photo }) => photo).filter((photo) => photo !== ''),
    ];
    for (const picture of pictures) {
      expect(existsSync(`${PUBLIC_FOLDER}${picture}`), picture).toBe(true);
      const avif = picture.replace(/\.webp$/, '.avif');
      expect(existsSync(`${PUBLIC_FOLDER}${avif}`), avif).toBe(true);
    }
  });
});

function findClass(slug: string | undefined) {
  const found = demoClasses.find((one) => one.slug === slug);
  if (!found) throw new Error(`No demo class ${slug}`);
  return found;
}
