import { type Browser, expect, type Page, test } from '@playwright/test';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { findViolations } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { enrollMiaForToday, readToday } from '../support/day-list.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { changeClass, closeOpenedClasses } from '../support/own-class.ts';

test.use({ viewport: { width: 360, height: 740 } });
test.afterEach(closeOpenedClasses);

const LONG = 'Maximiliane-Theodora Constanza von und zu Hohenzollern-Lindqvist';

/** What the family of Mia says: health, contacts, who must not collect her, and that she may leave alone. */
async function tellEverything(parent: Page, childId: string): Promise<void> {
  const path = `/myChildren/${childId}`;
  await callAs(parent, 'PUT', `${path}/health`, {
    allergies: [
      {
        what: 'Peanuts',
        isSevere: true,
        whatToDo: 'Use the pen from the blue bag, then call 911.',
      },
      { what: 'Pollen', isSevere: false, whatToDo: 'Rinse the eyes' },
    ],
    medicines: [{ what: 'Iron syrup', howMuch: '5 ml', at: '10:30' }],
    ...{ medication: 'Inhaler in the evening', notes: 'Needs glasses', nothingToTell: false },
    consent: FIRST_TEXT_VERSION,
  });
  const contact = { phone: '+1 202 555 0143', isEmergency: true, mayPickUp: true };
  await callAs(parent, 'PUT', `${path}/contacts`, {
    contacts: [{ ...contact, name: LONG, relation: 'grandmother', pickUpUntil: null }],
  });
  const block = { name: 'Rolf Lindqvist', since: readToday(), note: 'Decided by the court' };
  await callAs(parent, 'POST', `${path}/mustNotCollect`, block);
  await callAs(parent, 'PUT', `${path}/mayLeaveAlone`, { from: '15:30' });
}

/** The class's instructor, in another browser. */
async function openInstructor(browser: Browser, admin: Page, classId: string): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce', bypassCSP: true },
  });
  const instructor = await context.newPage();
  const { email } = await comeConfirmed(instructor);
  await instructor.goto('about:blank');
  await callAs(admin, 'PATCH', `/makeInstructor?email=${email}`);
  await changeClass(admin, classId, { inst_email: email });
  return instructor;
}

async function expectWhole(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: width === 360 ? 'light' : 'dark' });
    expect.soft(await findLosses(page), `${width} px`).toEqual([]);
    expect.soft(await findViolations(page), `${width} px`).toEqual([]);
  }
}

// Rules: R559, R560.
test('the day list for paper and the roster say what a person needs in an emergency', async ({
  page: parent,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const { classId, childId } = await enrollMiaForToday(parent, admin, 'Paper');
  await tellEverything(parent, childId);
  const other = await (await browser.newContext()).newPage();
  const { email } = await comeConfirmed(other);
  const tomId = await addChild(other, TOM);
  await enrollChild(other, { email, classId, childId: tomId });
  await other.context().close();
  const instructor = await openInstructor(browser, admin, classId);

  await instructor.goto('/dashboard/managecourse/day');
  await expect(instructor.getByText('Use the pen from the blue bag')).toBeVisible();
  await instructor.getByRole('link', { name: 'For paper' }).click();
  const paper = instructor.getByRole('list', { name: 'To print' });
  const mia = paper.locator('> li').filter({ hasText: MIA.name });
  await expect(mia).toContainText('Peanuts: Use the pen from the blue bag, then call 911.');
  await expect(mia).toContainText('10:30 AM: Iron syrup, 5 ml');
  await expect(mia).toContainText('Rolf Lindqvist');
  await expect(mia).toContainText('May leave alone from 3:30 PM');
  await expect(mia).toContainText(`Grandmother (${LONG}): +1 202 555 0143. May pick up`);
  await expect(paper.locator('> li').filter({ hasText: TOM.name })).toContainText(
    'Information is missing. Ask the family.',
  );
  await expectWhole(instructor);

  await instructor.goto('/dashboard/managecourse');
  const row = instructor.getByRole('row').filter({ hasText: MIA.name });
  await expect(row).toContainText('Peanuts: Use the pen from the blue bag');
  await expect(row).toContainText('Must not collect');
  await expectWhole(instructor);
  const saving = instructor.waitForEvent('download');
  await instructor.getByRole('button', { name: /^Export Excel/ }).click();
  expect((await saving).suggestedFilename()).toMatch(/-students\.xlsx$/);

  await instructor.goto('/dashboard/managecourse/care');
  await expect(instructor.getByText('Rolf Lindqvist').first()).toBeVisible();
  await expectWhole(instructor);
  await admin.context().close();
});
