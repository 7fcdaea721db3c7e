import { type Browser, expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { openSchoolOf } from '../support/other-school.ts';
import { openTab, PAGES } from '../support/pages.ts';
import { logIn } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { pressAndHear } from '../support/said.ts';

test.use(FOR_AXE);

const SAVED = 'Saved. Families read it on the next page that they load';

/** Another school, by the labels of the form. */
const PINE_HILL = {
  Name: 'Pine Hill',
  'What it is': 'Forest camp',
  'Legal name of the seller': 'Pine Hill Camps LLC of the State of New York and Elsewhere',
  'Street and number': '4 Pine Road',
  City: 'Ithaca',
  'State or region': 'NY',
  'Postal code': '14850',
  Country: 'USA',
  'Country code': 'us',
  Phone: '+1 607 555 0101',
  Email: 'office@pinehill.example',
  'Office hours': 'Monday to Friday, 9:00 to 17:00',
  'Link to a map': 'https://maps.example/pine-hill',
  Color: '#8B1E3F',
};
/** Words of the school that the software comes with. Its log-in is the sandbox's. */
const DAYS_OF_THE_DEMO =
  /\d [AP]M\b|\d (January|February|March|April|May|June|July|August|September|October|November|December)\b/;
const OF_THE_DEMO =
  /SPEAKIFYR|@speakifyr|rangamati|dhaka time|lakeshore|5550 ?0142|\/logo\.svg|\/icons\/|social\.jpg/i;
/** Where the demo school has its lake. */
const MARKS = [
  '/favicon.svg',
  '/favicon.ico',
  '/logo.svg',
  '/icons/app-512.png',
  '/pictures/social.jpg',
];

// Rules: R604, R605, R609, R614.
test('a director says who the school is; a page without scripts says it on two servers within a minute', async ({
  page,
  browser,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  const school = await openSchoolOf('small');
  const other = await school.startServer();
  try {
    await page.goto(`${school.url}/login`);
    await logIn(page, 'admin@speakifyr.test');
    await page.goto(`${school.url}/dashboard/manageEverything`);
    await openTab(page, 'Settings', 'School');
    const save = page.getByRole('button', { name: 'Save' });
    for (const [label, value] of Object.entries(PINE_HILL))
      await page.getByLabel(label, { exact: true }).fill(value);
    const logo = await drawLogo(browser);
    await page.getByLabel(/^Logo/).setInputFiles(logo);
    await page.getByLabel(/^Picture of Home/).setInputFiles({ ...logo, name: 'home.png' });
    await page.getByLabel('What the picture of Home shows').fill('A pine');
    await show('1-about');
    const sent = page.waitForResponse((answer) => answer.url().includes('/image/upload'));
    await pressAndHear(page, save, SAVED);
    const { secure_url: mark } = (await (await sent).json()) as { secure_url: string };
    for (const part of ['Days and places', 'Booking', 'Money', 'Texts']) {
      await page
        .getByRole('navigation', { name: 'Parts of the school' })
        .getByRole('link', { name: part })
        .click();
      await expect(save).toBeVisible();
      if (part === 'Days and places') {
        await page.getByLabel('How days are written').selectOption('June 14, 2027');
        await page.getByLabel('How times are written').selectOption('21:05');
        await pressAndHear(page, save, SAVED);
      }
      await show(`2-${part.toLowerCase()}`);
    }
    await page.getByLabel('Headline of Home').fill('Into the woods');
    await page.getByLabel('The line below it').fill('');
    await show('3-home');
    await page.getByLabel('Text', { exact: true }).selectOption('About the camp');
    await page.getByLabel('About the camp').fill('# About {{name}}\n\nCall {{phone}}.\n\n- Boats');
    await show('3-text');
    await pressAndHear(page, save, SAVED);
    // At once in the frame of the dashboard.
    await expect(page.getByRole('link', { name: 'Pine Hill home' }).first()).toBeVisible();

    const bare = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await bare.newPage();
    for (const { url } of [school, other]) {
      await expect(async () => {
        await visitor.goto(`${url}/about`);
        await expect(visitor.getByText('Call +1 607 555 0101.')).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      await expect(visitor).toHaveTitle('Pine Hill | About the camp');
      for (const path of Object.values(PAGES.visitor)) {
        const answer = await visitor.request.get(url + path.replace(/\{\w+\}/, 'any'));
        // The names of our own files, and of the sandbox.
        const html = await answer.text();
        expect(html.match(OF_THE_DEMO), path).toBeNull();
        expect(html, path).toContain(mark);
        expect(html, path).toContain(':root{--color-primary:#8b1e3f;');
      }
      for (const path of MARKS)
        expect(await (await visitor.request.get(url + path)).text(), path).toContain('>PH</text>');
      const manifest = await visitor.request.get(`${url}/app.webmanifest`);
      expect(await manifest.json()).toMatchObject({ short_name: 'Pine Hill' });
    }
    await bare.close();
    // What the browser draws is what the server drew.
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    for (const path of ['/', '/about', '/terms', '/contact', '/refund-policy']) {
      await page.goto(other.url + path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('banner').locator(`img[src="${mark}"]`)).toBeVisible();
    }
    await page.goto(other.url);
    await expect(page.getByRole('img', { name: 'A pine' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Into the woods' })).toBeVisible();
    await expect(page.getByText('A Summer Camping Project')).toBeHidden();
    await show('4-home');
    for (const path of ['/classes', '/login']) {
      await page.goto(other.url + path);
      await show(`5${path.replace('/', '-')}`);
    }
    // Without a logo, the name stands alone.
    await page.goto(`${school.url}/dashboard/school`);
    await page.getByRole('button', { name: 'Take the logo away' }).click();
    await pressAndHear(page, save, SAVED);
    await page.goto(school.url);
    await expect(page.getByRole('link', { name: 'Pine Hill home' }).first()).toHaveText(
      'Pine Hill',
    );
    await expect(page.locator('.logo-mark')).toHaveCount(0);
    expect(problems).toEqual([]);
    await page.goto(`${other.url}/classes`);
    await expect(page.getByText(/^Starting From \w{3}, [A-Z][a-z]+ \d/).first()).toBeVisible();
    await expect(page.getByText(/\d\d:\d\d – \d\d:\d\d/).first()).toBeVisible();
    for (const path of ['/classes', '/terms', '/dashboard/admin', '/dashboard/everyone']) {
      await page.goto(other.url + path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const text = await page.getByRole('main').innerText();
      expect(text.match(DAYS_OF_THE_DEMO), path).toBeNull();
    }
  } finally {
    await other.close();
    await school.close();
  }
});

/** A logo as a school has one: wide, and dark on nothing. */
async function drawLogo(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 600, height: 200 } });
  await page.setContent(
    '<svg width="600" height="200"><path d="M90 20 20 170h140Z" fill="#14532d"/><text x="190" y="150" font-size="130" fill="#14532d">Pine</text></svg>',
  );
  const buffer = await page.screenshot({ omitBackground: true });
  await page.close();
  return { name: 'logo.png', mimeType: 'image/png', buffer };
}
