import { type Browser, expect, type Page, test } from '@playwright/test';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { CORE } from '../support/base-config.ts';
import { findViolations, FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { letOfferRunOut } from '../support/database.ts';
import {
  addChild,
  askWhoJoins,
  holdSeats,
  MIA,
  openAdmin,
  comeConfirmed,
  TOM,
} from '../support/families.ts';
import { findMail, listMails } from '../support/inbox.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, openClass } from '../support/own-class.ts';
import { CARDS, findCard, payWith } from '../support/shop.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 }, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

/** Opens a class for $45 with one seat, which a student on another phone holds. */
async function fillClass(browser: Browser, name: string) {
  const admin = await openAdmin(browser);
  const classId = await openClass(admin, name, { price: 45, sit: 1 });
  await admin.context().close();
  const holder = await openPhone(browser);
  await comeConfirmed(holder);
  await addChild(holder, TOM);
  await holdSeats(holder, await askWhoJoins(holder, name), TOM.name);
  return { classId, holder };
}

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  return context.newPage();
}

/** Signs up a parent with these children. @returns the parent’s email and the children’s ids */
async function comeAsParent(page: Page, ...children: (typeof MIA)[]) {
  const { email } = await comeConfirmed(page);
  const childIds: string[] = [];
  for (const child of children) childIds.push(await addChild(page, child));
  return { email, childIds };
}

/** Presses the button of a full class, and joins its waiting list in the dialog. */
async function joinWaitingList(page: Page, className: string, child: string): Promise<void> {
  const card = await findCard(page, className);
  await card.getByRole('button', { name: LABELS.joinWaiting }).click();
  const dialog = page.getByRole('dialog', { name: LABELS.joinWaiting });
  await dialog.getByRole('checkbox', { name: child }).check();
  await expectWell(page);
  await dialog.getByRole('button', { name: LABELS.joinWaiting }).click();
}

/** Takes the held seat out of the cart, so that it opens up. */
async function giveSeatBack(holder: Page, className: string): Promise<void> {
  await holder.goto('/dashboard/myclasses');
  await holder.getByRole('button', { name: `${LABELS.remove} ${className}` }).click();
  await holder.getByRole('dialog').getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(holder.getByText('No course selected yet')).toBeVisible();
  await holder.context().close();
}

/** Follows the link of the email that offers a seat. */
async function followOffer(page: Page, email: string, className: string): Promise<void> {
  const { text } = await findMail(page, email, `A seat for you: ${className}`);
  const [link = ''] = /http\S+\/dashboard\/waiting/.exec(text) ?? [];
  await page.goto(link);
}

/** How many emails have offered this person a seat. */
async function countOffers(page: Page, email: string): Promise<number> {
  const mails = await listMails(page, { to: email, q: 'A seat for you' });
  return mails.filter(({ subject }) => subject.startsWith('A seat for you: ')).length;
}

/** What My Waiting List says about a class. */
function waitingFor(page: Page, className: string) {
  return page.getByRole('listitem', { name: className });
}

async function expectWell(page: Page): Promise<void> {
  expect(await findLosses(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
}

test(
  'a parent waits for a full class, is offered the seat that opens up, and pays; a visitor never sees it',
  CORE,
  async ({ page, browser }) => {
    const name = `Comets ${Date.now()}`;
    const { classId, holder } = await fillClass(browser, name);
    const { email } = await comeAsParent(page, MIA, TOM);
    await joinWaitingList(page, name, MIA.name);
    const place = page.getByRole('dialog', { name: 'You are number 1 on the list' });
    await place.getByRole('link', { name: 'My Waiting List' }).click();
    const entry = waitingFor(page, name);
    await expect(entry).toContainText(`for ${MIA.name}`);
    await expect(entry).toContainText('Number 1 of 1');
    await expectWell(page);
    const joined = await findMail(page, email, `On the waiting list: ${name}`);
    expect(joined.text).toContain('at number 1');

    await giveSeatBack(holder, name);

    const visitor = await openPhone(browser);
    const seen = new Set<number | undefined>();
    const look = async () => {
      const classes = (await (await visitor.request.get('/api/classes')).json()) as CampClass[];
      seen.add(classes.find(({ _id }) => _id === classId)?.sit);
      return countOffers(page, email);
    };
    await expect.poll(look, { message: 'the email with the offer' }).toBe(1);
    expect([...seen]).toEqual([0]);
    const card = await findCard(visitor, name);
    await expect(card.getByRole('button', { name: LABELS.joinWaiting })).toBeVisible();
    await expect(card.getByRole('button', { name: LABELS.joinNow })).toBeHidden();
    await visitor.context().close();

    await followOffer(page, email, name);
    await expect(entry).toContainText('We hold a seat for you');
    // The deadline counts from the email, so it is known a moment later.
    await expect(entry).toContainText(/Pay by .+ Dhaka time\./);
    await expectWell(page);
    await entry.getByRole('link', { name: `${LABELS.pay} for ${name}` }).click();
    await payWith(page, CARDS.good);
    await expect(page.getByRole('heading', { name: 'You paid. The seat is yours' })).toBeVisible();
    await page.goto('/dashboard/enroll');
    await expect(page.getByRole('article', { name: `${name} for Mia` })).toContainText(
      /[A-Z]{3}-\d{3}/,
    );
    await page.goto('/dashboard/waiting');
    await expect(page.getByText('You are not waiting for a class')).toBeVisible();
  },
);

test('the first on the list says no thanks, and the next one is offered the seat', async ({
  page,
  browser,
}) => {
  const name = `Planets ${Date.now()}`;
  const { classId, holder } = await fillClass(browser, name);
  const first = await comeAsParent(page, MIA);
  await callAs(page, 'POST', `/waiting/${classId}`, { childIds: first.childIds });
  const other = await openPhone(browser);
  const second = await comeAsParent(other, MIA);
  await joinWaitingList(other, name, MIA.name);
  await expect(other.getByRole('dialog', { name: 'You are number 2 on the list' })).toBeVisible();
  await giveSeatBack(holder, name);

  await followOffer(page, first.email, name);
  await waitingFor(page, name).getByRole('button', { name: 'No thanks' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, give it away' }).click();
  await expect(page.getByText('You are not waiting for a class')).toBeVisible();

  await followOffer(other, second.email, name);
  await expect(waitingFor(other, name)).toContainText('We hold a seat for you');
  // One seat, one offer.
  expect(await countOffers(page, first.email)).toBe(1);
  await other.context().close();
});

test('an offer that nobody takes goes to the next person, and the place is kept for a parent who still wants it', async ({
  page,
  browser,
}) => {
  const name = `Moons ${Date.now()}`;
  const { holder } = await fillClass(browser, name);
  const { email } = await comeAsParent(page, MIA);
  await joinWaitingList(page, name, MIA.name);
  await expect(page.getByRole('dialog', { name: /^You are number 1/ })).toBeVisible();
  await giveSeatBack(holder, name);
  await followOffer(page, email, name);
  const entry = waitingFor(page, name);
  // Its time has begun.
  await expect(entry).toContainText(/Pay by .+ Dhaka time\./);

  await letOfferRunOut(name);
  const asked = await findMail(page, email, `Still want it? ${name}`);
  expect(asked.text).toContain('You have not been charged.');
  await page.goto('/dashboard/waiting');
  await expect(entry).toContainText('Still want it?');
  await expectWell(page);
  await entry.getByRole('button', { name: /^Yes, I still want it/ }).click();
  // Nobody else waits, so the seat was free, and is offered again.
  await expect(entry).toContainText('We hold a seat for you');
});
