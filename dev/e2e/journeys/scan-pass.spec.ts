import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { expect, type Page, test } from '@playwright/test';
import { findLosses } from '../support/layout.ts';
import { enterAs } from '../support/pages.ts';
import { readToday } from '../support/day-list.ts';

// Somebody has allowed the camera.
test.use({
  viewport: { width: 360, height: 740 },
  permissions: ['camera'],
});

const CLASS_ID = 'c'.repeat(24);
const NAMES = [
  'Ada Nordby',
  'Maximiliane-Theodora Constanza von und zu Hohenzollern-Lindqvist',
  ...'Cleo Dan Eva Finn Gus Hana Ivo Jule Kim Lou'.split(' ').map((name) => `${name} Nordby`),
];

function makeList(): Output<Contract['GET /dayList/:classId/:day']> {
  const day = readToday();
  return {
    ...{ classId: CLASS_ID, className: 'Sailing on the Lake', room: 8, day, days: [day] },
    ...{ dailyStart: null, dailyEnd: null, now: new Date().toISOString() },
    ...{ mostPerAdult: 0, team: [] },
    people: NAMES.map((name, index) => ({
      ...{ personId: index.toString(16).repeat(24), name, age: 9, isChild: true },
      severeAllergies: index === 2 ? [{ what: 'Wasps', whatToDo: 'The pen is in the bag.' }] : [],
      ...{ entryCode: `SAI-1${String(index).padStart(2, '0')}`, photoId: null, taps: [] },
      adults: [
        {
          ...{ name: 'Inge Nordby', relation: 'grandmother', phone: '+1 202 555 0143' },
          ...{ mayCollect: true, isBlocked: false },
        },
      ],
      ...{ mustNotCollect: [], mayLeaveAloneFrom: index === 3 ? '15:30' : null },
    })),
  };
}

/**
 * The browser's reader, which Chromium has only on phones and on a Mac. The camera and all of our code are real.
 * @returns what the next pass says
 */
async function bringReader(page: Page): Promise<(text: string) => Promise<void>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      shownPass: '',
      BarcodeDetector: class {
        static getSupportedFormats(): Promise<string[]> {
          return Promise.resolve(['qr_code']);
        }
        // As the real one, it refuses a picture that is not there yet.
        detect = (video: HTMLVideoElement) => {
          if (video.videoWidth === 0) return Promise.reject(new Error('no picture'));
          const { shownPass } = globalThis as unknown as { shownPass: string };
          return Promise.resolve(shownPass ? [{ rawValue: shownPass }] : []);
        };
      },
    });
  });
  return (text) =>
    page.evaluate((shownPass) => void Object.assign(globalThis, { shownPass }), text);
}

// Rules: R561, R562.
test('a phone shows many children at once, hides who has come, and opens the child of a pass', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const hold = await bringReader(page);
  await enterAs(page, 'admin');
  const list = makeList();
  await page.route('**/api/dayList/*/*', (route) => route.fulfill({ json: list }));
  await page.route('**/api/classRecords/*/*', (route) =>
    route.fulfill({ json: { people: [], records: [] } }),
  );
  await page.route('**/api/attendance', (route) => route.abort());
  await page.goto(`/dashboard/classes/${CLASS_ID}/day`);

  const scan = page.getByRole('button', { name: 'Scan', exact: true });
  await expect(scan).toBeVisible();
  const rows = page.getByRole('heading', { level: 3 });
  await expect(rows).toHaveCount(NAMES.length);
  expect(await findLosses(page)).toEqual([]);
  // In the middle of the list, the class's name stays in sight, and at least six children are whole.
  await rows.nth(6).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  await expect(page.getByText('Sailing on the Lake')).toBeInViewport({ ratio: 1 });
  const header = await page.locator('header').first().boundingBox();
  const name = await page.getByText('Sailing on the Lake').boundingBox();
  expect(name!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
  const isWhole = await Promise.all(
    (await page.getByRole('button', { name: /^Arrived/ }).all()).map(async (button) => {
      const box = await button.boundingBox();
      return box!.y > name!.y && box!.y + box!.height < 740;
    }),
  );
  expect(isWhole.filter(Boolean).length).toBeGreaterThanOrEqual(6);

  await page.getByRole('button', { name: /^Arrived.*Cleo/ }).click();
  await page.getByRole('button', { name: /^Still expected: 11$/ }).click();
  await expect(rows).toHaveCount(11);

  await scan.click();
  const dialog = page.getByRole('dialog', { name: 'Find somebody' });
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await hold('KTS-101');
  await expect(dialog.getByRole('status')).toHaveText(/^KTS-101 is a pass for another class/);
  await hold('SAI-102');
  await expect(dialog).toBeHidden();
  const cleo = page.getByRole('listitem').filter({ hasText: 'Cleo Nordby' });
  await expect(cleo).toBeInViewport();
  await expect(cleo.getByRole('link', { name: '+1 202 555 0143' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findLosses(page)).toEqual([]);
});
