import { nameDay } from '@speakifyr/contract/format.ts';
import { expect, type Page, test } from '@playwright/test';
import { CORE } from '../support/base-config.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { callAs } from '../support/call.ts';
import { takeOnlySeatAway } from '../support/database.ts';
import {
  addChild,
  answerHealth,
  askWhoJoins,
  enrollChild,
  fillInChild,
  holdSeats,
  makeBirthDate,
  MIA,
  openAdmin,
  outcomeOf,
  payForAll,
  comeConfirmed,
  TOM,
} from '../support/families.ts';
import { confirmEmail, findMail, listMails } from '../support/inbox.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { makePerson, signUp } from '../support/people.ts';
import { CARDS, findCard, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 } });
test.afterEach(closeOpenedClasses);

/** Names a grandmother whom the camp calls, and who may pick the child up if she `mayPickUp`. */
async function addContact(page: Page, { mayPickUp = false } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await page.getByLabel('Name').fill('Inge Lindqvist');
  await page.getByLabel('Phone').fill('+1 (202) 555-0143');
  await page.getByLabel('Relation to the child').fill('grandmother');
  await page.getByLabel('Call in an emergency').check();
  if (mayPickUp) await page.getByLabel('May pick the child up').check();
  await page.getByRole('button', { name: 'Save contact' }).click();
}

const ENTRY_CODE = /[A-Z]{3}-\d{3}/g;

// Rules: R521.
test(
  'a parent holds three seats for two children, pays once, gets one email, and answers about health',
  CORE,
  async ({ page }) => {
    const { email } = await comeConfirmed(page);
    await page.goto('/dashboard/children');
    await page.getByRole('button', { name: 'Add a child' }).click();
    await fillInChild(page, MIA);
    await page.getByRole('button', { name: 'Add this child' }).click();
    await expect(page.getByText(`${MIA.name} is added`)).toBeVisible();

    // The second child is added in the question itself.
    const question = await askWhoJoins(page, 'Science Lab');
    await question.getByRole('button', { name: 'Add a child' }).click();
    await fillInChild(question, TOM);
    await holdSeats(page, question, MIA.name);
    await holdSeats(page, await askWhoJoins(page, 'Camp Band'), MIA.name);

    await payForAll(page, 'Pay for 3 seats');
    await payWith(page, CARDS.good);
    await expect(
      page.getByRole('heading', { name: 'You paid. All 3 seats are yours' }),
    ).toBeVisible();
    const codes: string[] = [];
    for (const [child, className] of [
      [MIA, 'Star Gazers’ Science Lab'],
      [TOM, 'Star Gazers’ Science Lab'],
      [MIA, 'Camp Band'],
    ] as const) {
      const outcome = outcomeOf(page, child.name, className);
      await expect(outcome).toContainText(/Room \d+\s*Entry code [A-Z]{3}-\d{3}/);
      codes.push(...((await outcome.innerText()).match(ENTRY_CODE) ?? []));
    }
    expect(new Set(codes).size).toBe(3);

    const receipt = await findMail(page, email, 'Your payment for 3 seats');
    for (const words of [MIA.name, TOM.name, '$363 USD', ...codes])
      expect(receipt.text).toContain(words);
    expect(receipt.attachments.filter(({ name }) => name.endsWith('.ics'))).toHaveLength(3);
    expect(await listMails(page, { to: email, q: codes[0] ?? '' })).toHaveLength(1);

    await page.getByRole('link', { name: 'Answer now for Mia' }).click();
    await answerHealth(page, 'Peanuts');
    await expect(page.getByRole('region', { name: 'Health' })).toContainText('Peanuts');
    // One way leads through everything that is missing, about both children.
    await page
      .getByRole('region', { name: 'Health' })
      .getByRole('link', { name: /for Mia$/ })
      .click();
    await addContact(page, { mayPickUp: true });
    await page
      .getByRole('region', { name: 'Contacts' })
      .getByRole('link', { name: 'Answer now for Tom' })
      .click();
    await answerHealth(page);
    await page
      .getByRole('region', { name: 'Health' })
      .getByRole('link', { name: /for Tom$/ })
      .click();
    await page.getByRole('button', { name: `Same as for ${MIA.name}` }).click();
    await expect(page.getByText('Mia and Tom: ready for camp.')).toBeVisible();
    await page.goto('/dashboard/enroll');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByText('Health information is missing')).toHaveCount(0);

    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    const paper = page.getByRole('article', { name: /^Receipt R-\d{6}$/ });
    await expect(paper.getByText(`For ${MIA.name}`)).toHaveCount(2);
    await expect(paper.getByText(`For ${TOM.name}`)).toHaveCount(1);
    await expect(paper.getByRole('row', { name: /^Paid by card/ })).toContainText('$363 USD');

    // Two taps to what was paid for one child in this year.
    await page.goto('/dashboard/enroll');
    await page.getByRole('link', { name: 'what you paid in a year for each child' }).click();
    await page.getByRole('button', { name: `Open statement for ${MIA.name}` }).click();
    const statement = page.getByRole('article', { name: /^Statement for \d{4} S-\d{6}$/ });
    await expect(statement.getByText(TOM.name)).toHaveCount(0);
    await expect(statement.getByRole('row', { name: /^Paid/ })).toContainText('$264 USD');
  },
);

test('a second guardian is invited by email, sees the child’s class, and no longer when the first removes them', async ({
  page,
  browser,
}) => {
  const className = `Treehouse ${Date.now()}`;
  const admin = await openAdmin(browser);
  const classId = await openClass(admin, className, { price: 0 });
  const { email } = await comeConfirmed(page);
  const childId = await addChild(page, MIA);
  await enrollChild(page, { email, classId, childId });

  const second = makePerson();
  await page.goto(`/dashboard/children/${childId}`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Their email').fill(second.email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expectSaid(page, `Invitation sent to ${second.email}`);

  const { text } = await findMail(page, second.email, 'An invitation to be a child’s guardian');
  // It may reach a stranger.
  expect(text).not.toContain(MIA.name);
  const [link = ''] = /http\S+\/dashboard\/children\S*/.exec(text) ?? [];
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'You were invited to a family' })).toBeVisible();
  await other.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await signUp(other, second);
  // Anybody can sign up with somebody else's address.
  await expect(other.getByText('Confirm your email address, and the invitation')).toBeVisible();
  await expect(other.getByText(MIA.name)).toBeHidden();
  await confirmEmail(other, second.email);
  await expect(other.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await other.getByRole('button', { name: `Accept the invitation for ${MIA.name}` }).click();
  await expect(other.getByRole('heading', { name: MIA.name, level: 1 })).toBeVisible();
  await other.goto('/dashboard/enroll');
  const course = other.getByRole('article', { name: `${className} for Mia` });
  await expect(course).toContainText(ENTRY_CODE);

  await page.reload();
  await page.getByRole('button', { name: `Remove ${second.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectSaid(page, 'Removed');
  await other.reload();
  await expect(other.getByText('No Enrollment Yet!')).toBeVisible();
  await expect(course).toBeHidden();
  await other.goto('/dashboard/children');
  await expect(other.getByText('No children yet')).toBeVisible();
  for (const opened of [admin, other]) await opened.context().close();
});

test('an instructor reads the care sheet around the class only, and an admin finds that in the audit log', async ({
  page,
  browser,
}) => {
  const className = `Kayaks ${Date.now()}`;
  const admin = await openAdmin(browser);
  const classId = await openClass(admin, className, {
    price: 0,
    camp_start: dayFromToday(20),
    camp_end: dayFromToday(24),
  });
  const instructor = await (await browser.newContext()).newPage();
  const teacher = await comeConfirmed(instructor);
  // A student's page would be refused what it asks for, and log them out.
  await instructor.goto('about:blank');
  await callAs(admin, 'PATCH', `/makeInstructor?email=${teacher.email}`);
  const { email } = await comeConfirmed(page);
  const childId = await addChild(page, MIA);
  await enrollChild(page, { email, classId, childId });
  // Only now: others look at the first class with an instructor, and expect a price.
  await changeClass(admin, classId, { inst_email: teacher.email, price: 165 });
  await page.goto(`/dashboard/children/${childId}`);
  await answerHealth(page, 'Bee stings');
  await addContact(page);
  await expect(page.getByRole('link', { name: '+1 202 555 0143' })).toBeVisible();

  await instructor.goto('/dashboard/managecourse');
  await expect(instructor.getByRole('row').filter({ hasText: MIA.name })).toContainText(
    'Severe allergy',
  );
  await instructor.getByRole('link', { name: 'Care sheet' }).click();
  const [opens, closes] = [13, 25].map((days) => nameDay(dayFromToday(days)));
  await expect(instructor.getByText('The care sheet is closed')).toBeVisible();
  await expect(
    instructor.getByText(
      `You can read the care sheet of this class from ${opens} through ${closes}.`,
    ),
  ).toBeVisible();
  await expect(instructor.getByText('Bee stings')).toBeHidden();

  await changeClass(admin, classId, { camp_start: dayFromToday(5), camp_end: dayFromToday(9) });
  await instructor.reload();
  const person = instructor.getByRole('listitem').filter({
    has: instructor.getByRole('heading', { name: MIA.name }),
  });
  await expect(person).toContainText(/Severe allergy\s*Bee stings/);
  await expect(person.getByRole('link', { name: '+1 202 555 0143' })).toHaveAttribute(
    'href',
    'tel:+12025550143',
  );
  await expect(person).toContainText('Emergency contact · May not pick up');

  await admin.goto(`/dashboard/auditLog?target=${encodeURIComponent(className)}`);
  const reading = admin.getByRole('row').filter({ hasText: 'Read care sheet' });
  await expect(reading).toHaveCount(1);
  await expect(reading).toContainText(teacher.email);
  for (const opened of [admin, instructor]) await opened.context().close();
});

test('one of three classes is full when the payment comes: two seats, and money back for the third, on one screen and in one email', async ({
  page,
  browser,
}) => {
  const full = `Lanterns ${Date.now()}`;
  const admin = await openAdmin(browser);
  await openClass(admin, full, { price: 45, sit: 1 });
  await admin.context().close();
  const { email } = await comeConfirmed(page);
  for (const child of [MIA, TOM]) await addChild(page, child);
  await holdSeats(page, await askWhoJoins(page, full), MIA.name);
  await holdSeats(page, await askWhoJoins(page, 'Spanish Around the World'), MIA.name, TOM.name);

  // The last moment before the money moves. Set before the card's frame opens: one that is open already may be left out.
  let isTakenAway = false;
  await page.route('**/v1/payment_intents/*/confirm', async (route) => {
    await takeOnlySeatAway(full);
    isTakenAway = true;
    await route.continue();
  });
  await payForAll(page, 'Pay for 3 seats');
  await payWith(page, CARDS.good);
  await expect.poll(() => isTakenAway).toBe(true);
  await expect(page.getByRole('heading', { name: 'You have 2 of 3 seats' })).toBeVisible();
  await expect(outcomeOf(page, MIA.name, full)).toContainText(
    'No seat left: $45 USD will be refunded',
  );
  for (const { name } of [MIA, TOM])
    await expect(outcomeOf(page, name, 'Spanish Around the World')).toContainText('Entry code');

  const mail = await findMail(page, email, 'You have 2 of the 3 seats you paid for');
  expect(mail.text.match(ENTRY_CODE)).toHaveLength(2);
  expect(mail.text).toContain(
    `we could not give ${MIA.name} a seat in ${full}, so we refund $45 USD`,
  );
  expect(await listMails(page, { to: email, q: 'so we refund' })).toHaveLength(1);

  await page.goto('/dashboard/enroll');
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click();
  await expect(page.getByRole('row', { name: /^Paid by card/ })).toContainText('$283 USD');
  await expect(page.getByRole('row', { name: /^Total after refunds/ })).toContainText('$238 USD');
});

test('a child of another age cannot join, until an admin allows it with a note', async ({
  page,
  browser,
}) => {
  const className = 'Camp Band';
  const zoe = { name: `Zoe ${Date.now()}`, birthDate: makeBirthDate(5) };
  const parent = await comeConfirmed(page);
  await addChild(page, zoe);
  const question = await askWhoJoins(page, className);
  await expect(question.getByRole('list', { name: 'Cannot join this class' })).toContainText(
    `${zoe.name} will be 5 on the first day; this class is for ages 8 to 15.`,
  );
  await expect(question.getByRole('checkbox', { name: zoe.name })).toBeHidden();
  await question.getByRole('button', { name: LABELS.cancel }).click();

  const admin = await openAdmin(browser);
  await admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(className)}`);
  await admin.getByRole('main').getByRole('link', { name: className }).first().click();
  await admin.getByRole('link', { name: 'Allow a child outside the ages' }).click();
  await admin.getByLabel('Search families').fill(parent.email);
  await admin.getByRole('main').getByRole('link', { name: parent.name }).click();
  await admin.getByLabel('Why?').fill('Plays the violin since she was three');
  await admin.getByRole('button', { name: 'Allow this class' }).click();
  await expect(admin.getByText(`${zoe.name} may join ${className}`)).toBeVisible();
  await admin.goto('/dashboard/auditLog?action=allow+age');
  await expect(admin.getByText('Plays the violin since she was three')).toBeVisible();
  await admin.context().close();

  await holdSeats(page, await askWhoJoins(page, className), zoe.name);
  const card = await findCard(page, className);
  await expect(card.getByRole('link', { name: /^In your cart/ })).toBeVisible();
});
