import { expect, test } from '@playwright/test';
import { addChild, comeConfirmed, MIA, TOM } from '../support/families.ts';
import { callAs } from '../support/call.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, openOwnClass } from '../support/own-class.ts';

test.afterEach(closeOpenedClasses);

const LONG = [
  { kind: 'base', label: 'Full price', amount: 32_500, percent: null, discountId: null },
  {
    ...{ kind: 'sibling', label: 'Siblings and families who come for the third summer in a row' },
    ...{ amount: -1_250, percent: null, discountId: 'a'.repeat(24), lostBelow: 2 },
  },
  {
    ...{ kind: 'extra', label: 'Early drop-off from 8:00, 10 days', amount: 4_000 },
    ...{ percent: null, discountId: null },
  },
];

for (const width of [360, 1280, 1920])
  test(`long price lines leave the class its name, and stay in their card, at ${width} px`, async ({
    browser,
    page,
  }) => {
    const { name, id: classId } = await openOwnClass(
      browser,
      'Wilderness Photography and Storytelling',
    );
    const { email } = await comeConfirmed(page);
    for (const child of [MIA, TOM]) {
      const childId = await addChild(page, child);
      await callAs(page, 'POST', '/addClass', { email, classId, childId });
    }
    await page.route('**/api/myclass?*', async (route) => {
      const answer = await route.fetch();
      const seats = (await answer.json()) as object[];
      await route.fulfill({
        json: seats.map((seat) => ({ ...seat, hasExtras: true, lines: LONG })),
      });
    });
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/dashboard/payment', '/dashboard/myclasses']) {
      await page.goto(path);
      await expect(page.getByText(/^Early drop-off/).first()).toBeVisible();
      expect(await findLosses(page)).toEqual([]);
      const title = await page.getByText(name).first().boundingBox();
      expect(title?.height).toBeLessThan(120);
    }
  });
