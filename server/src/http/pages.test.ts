import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { setUpSchool } from '../testing/school.ts';
import { makeDatabaseName, testVariables } from '../testing/test-app.ts';
import { writeWebApp } from '../testing/web-app.ts';
import { openPages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'speakifyr-pages-'));
afterEach(() => setUpSchool());
afterAll(() => rmSync(folder, { recursive: true }));

/** A page that is its school's name, and can't be drawn for `Broken`. */
const DRAW = `export const prerenderPage = async ({ settings }) => {
  const { school } = settings;
  if (school.name === 'Broken') throw new Error('no page');
  return school.name + ' takes ' + school.currency + school.currencyLabel;
};`;

// Rules: R604.
it('pages have this server’s settings and what the school has decided, drawn again when that changes', async () => {
  writeWebApp(folder, { 'index.html': '' });
  writeFileSync(join(folder, DRAWING.folder, DRAWING.code), DRAW);
  const environment = readEnvironment(testVariables(makeDatabaseName()));
  const error = vi.fn();
  const readPages = await openPages(folder, { environment, log: { error } as never });
  const readHome = async () => (await readPages()).get('index.html');
  expect(await readHome()).toBe('SPEAKIFYR takes USD');

  setUpSchool({ name: 'Pine Hill', currency: 'EUR' });
  expect(await Promise.all([readHome(), readHome()])).toEqual(
    Array(2).fill('Pine Hill takes EUR€'),
  );
  setUpSchool({ name: 'Broken' });
  expect(await readHome()).toBe('Pine Hill takes EUR€');
  expect(error).toHaveBeenCalledOnce();
  setUpSchool({ name: 'Lake Camp' });
  expect(await readHome()).toBe('Lake Camp takes USD$');
});

it('no page has the tax number, the bank account or how long something is kept', async () => {
  writeWebApp(folder, { 'index.html': '' });
  const code = join(folder, DRAWING.folder, 'settings.js');
  writeFileSync(code, 'export const prerenderPage = ({ settings }) => JSON.stringify(settings);');
  const environment = readEnvironment(testVariables(makeDatabaseName()));
  setUpSchool({ taxNumber: '98-7654321', money: { bankAccount: 'Lake Bank 0012' } });
  // Node keeps a module that it has loaded.
  renameSync(code, join(folder, DRAWING.folder, DRAWING.code));
  const other = mkdtempSync(join(tmpdir(), 'speakifyr-pages-'));
  cpSync(folder, other, { recursive: true });
  const readPages = await openPages(other, { environment, log: {} as never });
  const html = (await readPages()).get('index.html') ?? '';
  rmSync(other, { recursive: true });
  expect(html).toContain(SCHOOL.phone);
  expect(html).not.toMatch(/98-7654321|Lake Bank|keepDays|reminderDays/);
});
