import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { openEmptySchool } from '../support/other-school.ts';
import { dayFromToday } from '../support/own-class.ts';
import { followNavigation, openTab } from '../support/pages.ts';
import { openAsDirector } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';

test.use(FOR_AXE);

const FAMILIES = 300;
/** Every tenth family has a row that can't be imported. */
const BAD = 30;

/** A file as a spreadsheet in Germany saves it: semicolons, umlauts of Windows, and a column that is never imported. */
function writeFamilies(): Buffer {
  const rows = Array.from({ length: FAMILIES }, (_none, place) => {
    const family = `Jörg Müller-${place};family-${place}@import.test;+1 202 555 ${String(1000 + place)}`;
    return [`${family};Mia;2016-05-04;Nüsse`, `${family};Zoë;31.12.2018;`];
  });
  const bad = Array.from({ length: BAD }, (_none, place) =>
    place % 2 === 0
      ? `Ana Bad-${place};bad-${place}@import.test;;Ben;;`
      : `=HYPERLINK("http://evil.example");bad-${place}@import.test;;Ben;2017-01-01;`,
  );
  const header = 'Parent Name;E-Mail;Phone;Child;Date of Birth;Allergies';
  return Buffer.from([header, ...rows.flat(), ...bad].join('\r\n'), 'latin1');
}

function writeClasses(): Buffer {
  const rows = Array.from(
    { length: 20 },
    (_none, place) =>
      `"Camp ${place}, the long one",89.50,12,${place + 1},${dayFromToday(30)},${dayFromToday(34)}`,
  );
  return Buffer.from(['Class,Price,Capacity,Room,Start,End', ...rows].join('\n'));
}

// Rules: R616, R617, R618.
test('a director imports 300 families and 20 classes with 30 bad rows, undoes it, and imports it again', async ({
  page,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  const school = await openEmptySchool();
  try {
    await openAsDirector(page, school);
    await page.goto(school.url);
    await followNavigation(page, 'Dashboard');
    await page.getByRole('link', { name: /Bring your families/ }).click();
    await expect(page.getByText('Nothing was imported in the last 7 days.')).toBeVisible();
    await show('1-empty');

    const file = page.getByLabel('CSV file');
    const families = { name: 'families.csv', mimeType: 'text/csv', buffer: writeFamilies() };
    const cards = page.getByRole('main').getByRole('listitem');
    await file.setInputFiles(families);
    await expect(page.getByText(`${BAD} rows would be left out.`)).toBeVisible();
    await expect(page.getByText('Jörg Müller-0, Jörg Müller-1')).toBeVisible();
    const problems = page.getByRole('table', { name: 'Rows with a problem' });
    await expect(problems.getByRole('row')).toHaveCount(BAD + 1);
    await show('2-plan');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save ${BAD} rows as CSV` }).click();
    expect((await saved).suggestedFilename()).toBe('rows-with-problems.csv');
    await page.getByRole('button', { name: `Import ${FAMILIES} families` }).click();
    await expect(page.getByText(`${FAMILIES} families imported.`)).toBeVisible();
    await expect(page.getByText(`${BAD} rows were left out.`)).toBeVisible();
    await show('3-imported');

    await file.setInputFiles(families);
    await expect(page.getByText('There is nothing to import in this file.')).toBeVisible();

    await page.getByLabel('What is in the file').selectOption('classes');
    const classes = { name: 'classes.csv', mimeType: 'text/csv', buffer: writeClasses() };
    await file.setInputFiles(classes);
    await page.getByRole('button', { name: 'Import 20 classes' }).click();
    await expect(page.getByText('20 classes imported.')).toBeVisible();

    // What somebody touches stays.
    await page.goto(`${school.url}/dashboard/families`);
    await page.getByRole('combobox', { name: /^Find a family/ }).fill('Müller-7');
    await page
      .getByRole('option', { name: /Jörg Müller-7\b/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Letter' }).click();
    await page.getByRole('button', { name: 'Add a code to log in' }).click();
    await expect(page.getByText('Print this letter now.')).toBeVisible();
    await page.goto(`${school.url}/dashboard/manageEverything`);
    await openTab(page, 'Families', 'Import');
    await expect(
      page.getByRole('button', { name: `Invite ${FAMILIES - 1} families` }),
    ).toBeVisible();
    for (const what of ['Families', 'Classes']) {
      const card = cards.filter({ has: page.getByRole('heading', { name: what }) });
      await card.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Undo it' }).click();
      await expect(card.getByText('It is undone.')).toBeVisible({ timeout: 120_000 });
    }
    await expect(
      page.getByText('1 family stays, because somebody has touched it since:'),
    ).toBeVisible();
    await show('4-undone');

    await page.getByLabel('What is in the file').selectOption('families');
    await file.setInputFiles(families);
    await page.getByRole('button', { name: `Import ${FAMILIES - 1} families` }).click();
    await expect(page.getByText(`${FAMILIES - 1} families imported.`)).toBeVisible();
    await page.getByRole('button', { name: `Invite ${FAMILIES - 1} families` }).click();
    await expect(
      page.getByRole('button', { name: `Email ${FAMILIES - 1} families` }),
    ).toBeVisible();
    await show('5-invite');
  } finally {
    await school.close();
  }
});
