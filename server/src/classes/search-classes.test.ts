import { beforeAll, describe, expect, it } from 'vitest';
import { demoCourses } from '../demo/demo-data.ts';
import { demoTeachers } from '../demo/demo-people.ts';
import { buildTeacher, buildClass } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
beforeAll(async () => {
  for (const { name, details, place, teacher, week, tag } of demoCourses) {
    const instructor = demoTeachers.find(({ slug }) => slug === teacher);
    await buildClass(app, {
      name,
      details,
      place,
      instructorId: instructor ? (await buildTeacher(app, instructor.name))._id : null,
      course_tag: tag,
      camp_start: inDays(30 + 7 * week),
      camp_end: inDays(34 + 7 * week),
    });
  }
});

/** @returns the tags of what a parent finds, best match first */
async function find(search: string): Promise<string[]> {
  const { body } = await app.call('GET /classes', { query: { search, sort: 'best' } });
  return body.map(({ course_tag }) => course_tag);
}

// Rules: R240.
describe('a parent who types', () => {
  it.each([
    ['robots', 'ROB'],
    ['robotics for kids', 'ROB'],
    ['engineering', 'ROB'],
    ['robtos', 'ROB'],
    ['kenji', 'ROB'],
    ['cooking', 'CHF'],
    ['cooking class', 'CHF'],
    ['baking', 'CHF'],
    ['chef', 'CHF'],
    ['childrens pasta', 'CHF'],
    ['soccer', 'FUT'],
    ['socer', 'FUT'],
    ['fotball', 'FUT'],
    ['swim', 'FUT'],
    ['sports field', 'FUT'],
    ['swimming', 'SAI'],
    ['boats', 'SAI'],
    ['sail', 'SAI'],
    ['saling', 'SAI'],
    ['regattas', 'SAI'],
    ['coding', 'COD'],
    ['computer programming', 'COD'],
    ['video games', 'COD'],
    ['art', 'ART'],
    ['drawing', 'ART'],
    ['watercolour', 'ART'],
    ['paint', 'ART'],
    ['spanish', 'SPA'],
    ['Español', 'SPA'],
    ['languages', 'SPA'],
    ['astronomy', 'SCI'],
    ['star gazing', 'SCI'],
    ['telescope', 'SCI'],
    ['rocket', 'SCI'],
    ['theater', 'THE'],
    ['drama', 'THE'],
    ['photography', 'PHO'],
    ['cameras', 'PHO'],
    ['photografy', 'PHO'],
    ['guitar lessons', 'MUS'],
    ['ukelele', 'MUS'],
    ['music', 'MUS'],
    ['chess', 'CHS'],
    ['ches tournament', 'CHS'],
  ])('%s finds it', async (typed, tag) => {
    expect(await find(typed)).toContain(tag);
  });

  it.each([
    'horse riding',
    'ballet',
    'karate',
    'ski',
    'skiing',
    'tennis',
    'knitting',
    'gymnastics',
    'archery',
    'golf',
    'robots ballet',
    'judo',
  ])('%s finds nothing', async (typed) => {
    expect(await find(typed)).toEqual([]);
  });
});

describe('the best match', () => {
  it('is the class that is about it, before those that mention it', async () => {
    expect(await find('game')).toEqual(['COD', 'FUT', 'CHS', 'SPA']);
    const byDay = await app.call('GET /classes', { query: { search: 'game' } });
    expect(byDay.body.map((one) => one.course_tag)).toEqual(['CHS', 'FUT', 'COD', 'SPA']);
  });

  it('comes page by page', async () => {
    const query = { search: 'game', sort: 'best', page: 2, size: 3 } as const;
    const { body, headers } = await app.call('GET /classes', { query });
    expect(body.map((one) => one.course_tag)).toEqual(['SPA']);
    expect(headers['x-total-count']).toBe('4');
  });
});

it('words that say nothing about a class find all', async () => {
  expect(await find('summer camp for kids')).toHaveLength(12);
});

it('a change by another server is found as soon as it is stored', async () => {
  expect(await find('unicycle')).toEqual([]);
  await buildClass(app, { name: 'Unicycles', course_tag: 'UNI' });
  expect(await find('unicycles')).toEqual(['UNI']);
});
