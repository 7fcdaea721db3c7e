import {
  describeClass,
  listMetaTags,
  describeUnknownClass,
} from '@speakifyr/contract/page-head.ts';
import { expect, test } from 'vitest';
import { buildClass } from '../testing/factories.ts';
import { DASHBOARD_HEADS } from './dashboard-heads.ts';
import { PAGE_HEADS } from './page-heads.ts';
import { paths } from './paths.ts';

const HEADS: Record<string, { title: string; description: string; isPrivate?: boolean }> = {
  ...Object.fromEntries(Object.entries(PAGE_HEADS).map(([name, head]) => [name, head()])),
  ...DASHBOARD_HEADS,
  class: describeUnknownClass(),
};

test('every page has a title and a description of its own', () => {
  // /dashboard leads on to the home of the role.
  const pages = Object.keys(paths).filter((name) => name !== 'dashboard');
  expect(Object.keys(HEADS)).toEqual(expect.arrayContaining(pages));
  for (const field of ['title', 'description'] as const) {
    const texts = Object.values(HEADS).map((head) => head[field]);
    expect(new Set(texts).size, field).toBe(texts.length);
    for (const text of texts) expect(text.length, text).toBeGreaterThan(6);
  }
});

test('search engines list the public pages, but no dashboard and no page from an email', () => {
  const isListed = (name: string) =>
    !listMetaTags(HEADS[name]!).some((tag) => 'name' in tag && tag.name === 'robots');
  for (const [name, path] of Object.entries(paths)) {
    // The other two are from a person's own email.
    const ofEmail: string[] = [paths.turnOffMail, paths.pay];
    const isPersonal = path.startsWith(paths.dashboard) || ofEmail.includes(path);
    if (name !== 'dashboard') expect(isListed(name), path).toBe(!isPersonal);
  }
});

test('the titles of the spec stay as they are', () => {
  expect(PAGE_HEADS.home().title).toBe('SPEAKIFYR | Home');
  expect(PAGE_HEADS.classes().title).toBe('Classes');
  expect(PAGE_HEADS.instructors().title).toBe('Instructors');
});

test('a shared class has its name, dates and picture, with full addresses', () => {
  const campClass = buildClass({ details: 'Five days in small dinghies. '.repeat(9) });
  const tags = listMetaTags(describeClass(campClass), 'https://camp.example/classes/1');
  expect(tags).toContainEqual({
    property: 'og:image',
    content: `https://camp.example${campClass.image}`,
  });
  expect(tags).toContainEqual({ property: 'og:title', content: `SPEAKIFYR | ${campClass.name}` });
  const [description] = tags;
  expect(description?.content).toMatch(/from 2 August 2027\. Five days .*…$/);
});
