import type { Contract } from '@speakifyr/contract/contract.ts';
import type { EmergencyList } from '@speakifyr/contract/emergency-list.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { expect, type Page, test } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { ALL_ONLY } from '../support/base-config.ts';
import { enterAs } from '../support/pages.ts';

// A phone in the sun. axe is no script of ours, and measures wrong while something moves.
test.use({ viewport: { width: 360, height: 740 }, bypassCSP: true });

type DayList = Output<Contract['GET /dayList/:classId/:day']>;

const CLASS_ID = 'c'.repeat(24);
const day = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
const now = new Date().toISOString();
const room = { classId: CLASS_ID, className: 'Sailing' };

function makeTap(kind: 'in' | 'absent' | 'out') {
  const collectedBy = { how: 'listed' as const, name: 'Nora', checked: 'id' as const };
  return {
    ...{ _id: crypto.randomUUID(), personId: 'a'.repeat(24), kind, at: now },
    ...(kind === 'out' && { collectedBy }),
  };
}

/** Every state: here and not collected, expected and late, absent, gone. */
const PEOPLE = (['in', undefined, 'absent', 'out'] as const).map((kind, index) => ({
  ...{ personId: String(index).repeat(24), name: `Child ${index}`, age: 8, isChild: true },
  hasSevereAllergy: index === 0,
  photoId: null,
  adults: [
    { name: 'Nora', relation: 'guardian', phone: '+1 202 555', mayCollect: true, isBlocked: false },
    { name: 'Olaf', relation: 'uncle', phone: null, mayCollect: false, isBlocked: true },
  ],
  mustNotCollect: index === 0 ? [{ name: 'Olaf', since: day, note: 'A court said so' }] : [],
  taps: kind ? [makeTap(kind)] : [],
}));

const LIST = {
  ...{ ...room, day, days: [day], dailyStart: '00:00', dailyEnd: '00:10', now, people: PEOPLE },
};
const EVERYONE: EmergencyList = {
  ...{ day, now },
  classes: [{ ...room, room: 3, team: ['Ada'], people: PEOPLE }],
};

async function expectStrong(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await findViolations(page, ['color-contrast-enhanced']);
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test(
  'the day list, and Everyone, now in a roll call, have a contrast of 7 to 1 in light and dark',
  ALL_ONLY,
  async ({ page }) => {
    await enterAs(page, 'admin');
    const list: DayList = LIST;
    await page.route('**/api/dayList/*/*', (route) => route.fulfill({ json: list }));
    await page.route('**/api/emergencyList', (route) => route.fulfill({ json: EVERYONE }));
    await page.route('**/api/attendance', (route) => route.abort());
    await page.goto(`/dashboard/classes/${CLASS_ID}/day`);
    await page
      .getByRole('button', { name: /^Arrived/ })
      .first()
      .click();
    await expect(page.getByText('1 not sent', { exact: true })).toBeVisible();
    await expectStrong(page, 'day list');
    await page.goto('/dashboard/everyone');
    await page.getByRole('button', { name: 'Start roll call' }).click();
    await expect(page.getByText(/missing of/)).toBeVisible();
    await expectStrong(page, 'roll call');
  },
);
