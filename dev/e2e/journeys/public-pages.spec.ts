import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { enterAs, findClassId, openPage } from '../support/pages.ts';

/** The server has lost every picture of a class. */
async function losePictures(page: Page): Promise<void> {
  await page.route('**/pictures/classes/**', (route) => route.fulfill({ status: 404, body: '' }));
}

for (const width of [360, 768, 1280])
  test(`at ${width} px, cards whose pictures fail keep their size and show our drawing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await losePictures(page);
    await page.goto('/classes');
    await page.getByRole('article').first().waitFor();

    for (const card of await page.getByRole('article').all()) {
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('.drawn-scene')).toBeVisible();
      const box = (await card.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    await expect(page.locator('main img')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

for (const width of [360, 768, 1280])
  test(`at ${width} px, the price tag stays inside the picture and no date breaks, whatever a class costs`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.route('**/api/classes?*', async (route) => {
      const answer = await route.fetch();
      const classes = (await answer.json()) as object[];
      const early = { label: 'Early bird', price: 89_999.5, until: '2027-05-12', then: 100_000 };
      await route.fulfill({
        response: answer,
        json: classes.map((campClass) => ({ ...campClass, price: 100_000, early })),
      });
    });
    await page.goto('/classes');
    await page.getByText('$89,999.50').first().waitFor();

    for (const card of (await page.getByRole('article').all()).slice(0, 3)) {
      const [tag, picture] = await Promise.all(
        ['.price-tag', '.class-picture'].map((part) => card.locator(part).boundingBox()),
      );
      expect(tag!.x).toBeGreaterThanOrEqual(picture!.x);
      expect(tag!.y).toBeGreaterThanOrEqual(picture!.y);
      expect(tag!.x + tag!.width).toBeLessThanOrEqual(picture!.x + picture!.width);
      expect(tag!.y + tag!.height).toBeLessThanOrEqual(picture!.y + picture!.height);
      // Nor do the two prices leave the tag.
      for (const price of await card
        .locator('.price-tag')
        .getByText(/^\$|instead/)
        .all()) {
        const { x, width: length } = (await price.boundingBox())!;
        expect(x + length).toBeLessThanOrEqual(tag!.x + tag!.width);
      }
      for (const date of await card.getByText(/^\w{3} \d+ \w+ 2027$/).all())
        expect(await date.evaluate((text) => text.getClientRects().length)).toBe(1);
    }
  });

const showsJoin = async (page: Page) => {
  const facts = page.getByRole('complementary', { name: 'Dates, price and seats' });
  const price = facts.getByText(/^Price \$/);
  const join = facts.getByRole('button', { name: new RegExp(`^${LABELS.joinNow}`) });
  for (const part of [price, join]) await expect(part).toBeInViewport({ ratio: 1 });
  return { price, join };
};

for (const height of [720, 800])
  test(`at 1280 by ${height} px, a class page shows name, price and Join Now without scrolling`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 1280, height });
    await page.goto(`/classes/${await findClassId(request)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    const { price, join } = await showsJoin(page);
    const [above, below] = [await price.boundingBox(), await join.boundingBox()];
    expect(below!.y - above!.y - above!.height).toBeLessThan(40);
  });

for (const [width, height] of [
  [360, 740],
  [768, 1024],
] as const)
  test(`at ${width} px, price and Join Now stay at the bottom of a class page, and cover no footer`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/classes/${await findClassId(request)}`);
    const { join } = await showsJoin(page);
    await page.getByRole('heading', { name: 'Good to know' }).scrollIntoViewIfNeeded();
    await showsJoin(page);
    const footer = page.getByRole('contentinfo');
    await footer.getByText(/©/).scrollIntoViewIfNeeded();
    const [bar, end] = [await join.boundingBox(), await footer.boundingBox()];
    expect(bar!.y + bar!.height).toBeLessThanOrEqual(end!.y);
  });

for (const [width, wanted] of [
  [360, 312],
  [1280, 500],
] as const)
  test(`at ${width} px, a card of the strip of instructors is ${wanted} px wide and 600 px high`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await page
      .getByRole('heading', { name: 'Here is Our Popular Instructors' })
      .scrollIntoViewIfNeeded();
    const card = page.locator('.rfm-marquee .instructor-card').first();
    await card.waitFor();
    // It moves all the time.
    const size = await card.evaluate((moving) => {
      const { width: across, height } = moving.getBoundingClientRect();
      return [across, height];
    });
    expect(size).toEqual([wanted, 600]);
  });

// Rules: R520, R526.
test('on a phone, the header is the same on public pages and in the dashboard, and the menu has one left edge', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs(page, 'student');
  const look = async (path: string) => {
    await openPage(page, path);
    return page.locator('header').evaluate((header) => ({
      height: header.getBoundingClientRect().height,
      color: getComputedStyle(header).backgroundColor,
      logo: header.querySelector('a')!.getBoundingClientRect().left,
    }));
  };
  expect(await look('/dashboard/student')).toEqual(await look('/classes'));

  await page.getByRole('button', { name: LABELS.openMenu }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  const edges = await menu.evaluate((nav) =>
    [...nav.querySelectorAll('a, button, span:has(> .truncate)')].map((item) => {
      const { paddingLeft, borderLeftWidth } = getComputedStyle(item);
      return (
        item.getBoundingClientRect().left + parseFloat(paddingLeft) + parseFloat(borderLeftWidth)
      );
    }),
  );
  expect(edges.length).toBeGreaterThan(5);
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1);
});

test('the strip of instructors follows a finger in both directions', async ({ page }) => {
  await page.goto('/');
  const strip = page.locator('.rfm-marquee-container');
  await page
    .getByRole('heading', { name: 'Here is Our Popular Instructors' })
    .scrollIntoViewIfNeeded();
  await strip.scrollIntoViewIfNeeded();
  const box = (await strip.boundingBox())!;
  // The mouse on the strip stops it.
  await page.mouse.move(700, box.y + 200);
  const marquee = page.locator('.rfm-marquee').first();
  const length = (await marquee.boundingBox())!.width;
  const readPlace = () =>
    marquee.evaluate((moved) => new DOMMatrix(getComputedStyle(moved).transform).e);
  /** Pixels to the right since then. The strip begins again after its length. */
  const readMoved = async (before: number) => {
    const moved = (await readPlace()) - before;
    return moved - Math.round(moved / length) * length;
  };
  for (const [from, to] of [
    [700, 400],
    [400, 600],
  ] as const) {
    await page.mouse.move(from, box.y + 200);
    const before = await readPlace();
    await page.mouse.down();
    await page.mouse.move(to, box.y + 200, { steps: 5 });
    expect(Math.round(await readMoved(before))).toBe(to - from);
    await page.mouse.up();
    // It glides on and comes to rest.
    await expect
      .poll(async () => {
        const place = await readPlace();
        await page.evaluate(() => new Promise(requestAnimationFrame));
        return readMoved(place);
      })
      .toBe(0);
  }

  const before = await readPlace();
  await page.getByRole('button', { name: 'Next instructor' }).click();
  await expect.poll(() => readMoved(before)).toBeLessThan(-400);
});

for (const [width, height] of [
  [640, 400],
  [768, 1024],
  [1280, 800],
] as const)
  test(`at ${width} px, every field of the filter bar has room`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/classes');
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeEnabled();
    const more = page.getByRole('button', { name: /^Filters/ });
    if (await more.isVisible()) {
      expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await more.click();
    }
    for (const [role, name, least] of [
      ['searchbox', 'Search by class, instructor or place', 220],
      ['combobox', 'Sort by', 180],
      ['group', /^Child’s age/, 300],
      ['combobox', 'Start month', 130],
      ['spinbutton', 'Price from, in dollars', 40],
      ['spinbutton', 'Price to, in dollars', 40],
    ] as const) {
      const box = (await page.getByRole(role, { name, exact: true }).boundingBox())!;
      expect(box.width, String(name)).toBeGreaterThanOrEqual(least);
      expect(box.x + box.width, String(name)).toBeLessThanOrEqual(width);
    }
  });
