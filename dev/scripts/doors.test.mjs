import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (/** @type {string} */ file) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** @type {Map<string, string[]>} the tabs of each door of the admins' menu */
const tabs = new Map();
for (const [, label, door] of read('client/src/lib/admin-pages.ts').matchAll(
  /page\(\s*'\w+',\s*'([^']+)',\s*'([^']+)',/g,
))
  tabs.set(String(door), [...(tabs.get(String(door)) ?? []), String(label)]);

// Rules: R612.
it('a text that says where a page is, such as Settings → School, names a tab of that door', () => {
  expect([...tabs.keys()]).toHaveLength(7);
  const doors = ['Manage', ...tabs.keys()].join('|');
  // History and decisions say what was so then.
  const files = ['.', ':!CHANGELOG.md', ':!docs/decisions', ':!dev/scripts/doors.test.mjs'];
  const cwd = new URL('../..', import.meta.url);
  const found = execFileSync('git', ['grep', '-nE', `(${doors}) → `, '--', ...files], {
    cwd,
    encoding: 'utf8',
  });
  const places = found
    .split('\n')
    // Menus of other services are in this page, too. Ours are bold.
    .filter((line) => !line.startsWith('docs/going-live.md') || /\*\*\w+ → /.test(line))
    .flatMap((line) => [...line.matchAll(new RegExp(`\\b(${doors}) → (.*)`, 'g'))]);
  expect(places.length).toBeGreaterThan(5);
  for (const [place, door, rest] of places)
    expect(
      tabs.get(String(door))?.some((label) => String(rest).startsWith(label)),
      place,
    ).toBe(true);
});
