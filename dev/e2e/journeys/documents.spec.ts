import { expect, type Page, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin } from '../support/families.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid, pressAndHear } from '../support/said.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 }, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

/** Opens a class that costs nothing, and asks a form in it. @returns the class's id */
async function askForm(
  admin: Page,
  { template, title, write }: { template: string; title: string; write?: () => Promise<void> },
): Promise<string> {
  const name = `Lake Week ${Date.now()}`;
  const classId = await openClass(admin, name, {
    ...{ price: 0, camp_start: dayFromToday(3), camp_end: dayFromToday(6) },
  });
  await admin.goto('/dashboard/formList');
  await admin.getByRole('button', { name: template }).click();
  await admin.getByLabel('Name that parents read').fill(title);
  await admin.getByLabel('For which classes?').selectOption('some');
  await admin.getByRole('checkbox', { name: new RegExp(name) }).check();
  await write?.();
  await admin.getByRole('button', { name: 'Publish', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expectSaid(admin, 'Published');
  await expect(admin.getByRole('heading', { name: title })).toBeVisible();
  return classId;
}

/** What a camera makes of a card: a large JPEG. */
async function photograph(page: Page, name: string) {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 });
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#f4f1e8';
      context.fillRect(0, 0, 4000, 3000);
      context.fillStyle = '#223';
      context.font = '160px sans-serif';
      for (let line = 1; line < 15; line += 1)
        context.fillText(`MMR  06/0${line % 9}/2021  Lot ${line * 731}`, 200, line * 190);
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
  });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}

// Rules: R695, R693, R694.
test('a parent photographs a vaccination card, the office refuses it, and accepts a better one until a day', async ({
  page,
  browser,
}, { outputDir }) => {
  test.slow();
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 1280, height: 800 });
  const shotOfAdmin = takePictures(admin, outputDir);
  const shot = takePictures(page, outputDir);
  const title = `Vaccination record ${Date.now()}`;
  const classId = await askForm(admin, {
    ...{ template: 'Vaccination record', title },
    async write() {
      await expect(
        admin.getByRole('checkbox', { name: /^It is about health: parents agree first/ }),
      ).toBeChecked();
      await expect(admin.getByLabel('Choose a file or take a picture')).toBeDisabled();
      await shotOfAdmin('1-editor');
    },
  });

  const { email } = await comeConfirmed(page);
  await enrollChild(page, { email, classId, childId: await addChild(page, MIA) });
  await page.goto('/dashboard/student');
  await page.getByRole('link', { name: 'Answer the forms for Mia' }).click();
  const step = page.getByRole('form', { name: `${title}: Mia` });
  const field = step.getByLabel('Choose a file or take a picture');
  await expect(step.getByRole('checkbox')).toBeVisible();
  await shot('2-asked');
  await step.getByRole('button', { name: 'Done' }).click();
  await expect(step.getByText('Please add a file.')).toBeVisible();

  // The consent comes first, and the picture is not lost.
  await field.setInputFiles(await photograph(page, 'front.jpg'));
  await expect(step.getByText('We can keep it only if you agree to it.')).toBeVisible();
  await shot('3-consent-first');
  await step.getByRole('checkbox').check();
  await step.getByRole('button', { name: 'Send front.jpg' }).click();
  await expect(step.getByText(/^front\.jpg is sent\./)).toBeVisible();
  await field.setInputFiles(await photograph(page, 'back.jpg'));
  const files = step.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(files).toHaveCount(2);
  await expect(step.getByText('Sent. The school looks at it.')).toHaveCount(2);
  await expect(step.getByText(/Somebody else has answered/)).toHaveCount(0);
  await shot('4-sent');
  await step.getByRole('button', { name: `Take back ${title} 2.jpg` }).click();
  await pressAndHear(page, page.getByRole('button', { name: 'Take it back' }), 'It is erased');
  await expect(files).toHaveCount(1);
  await expect(step.getByText(/Somebody else has answered/)).toHaveCount(0);
  await step.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('All forms are answered')).toBeVisible();

  await admin.goto(`/dashboard/formPeople?class=${classId}`);
  await expect(admin.getByText('1 document to look at.')).toBeVisible();
  await admin.getByLabel('Show').selectOption('To look at');
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: `Open ${title} 1.jpg` }).click();
  expect((await download).suggestedFilename()).toBe(`${title} 1.jpg`);
  await shotOfAdmin('5-to-look-at');
  await admin.getByRole('button', { name: `Refuse ${title} 1.jpg` }).click();
  const refusing = admin.getByRole('dialog', { name: `Refuse ${title} 1.jpg` });
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await expect(refusing.getByText('Say why, so that the family knows what to send.')).toBeVisible();
  await refusing.getByLabel('Why').fill('The name of the doctor is cut off.');
  await pressAndHear(admin, refusing.getByRole('button', { name: 'Refuse' }), 'Refused');
  await expect(admin.getByText('You have looked at all files.')).toBeVisible();

  await page.reload();
  await expect(step.getByText('The school needs another file. Below you read why.')).toBeVisible();
  await expect(step.getByText('Refused: The name of the doctor is cut off.')).toBeVisible();
  await shot('6-refused');
  await step.getByRole('button', { name: 'Done' }).click();
  await expect(step.getByText('Please add a file.')).toBeVisible();
  await step.getByRole('checkbox').check();
  await field.setInputFiles(await photograph(page, 'whole page.jpg'));
  await expect(step.getByText(/^whole page\.jpg is sent\./)).toBeVisible();
  await expect(step.getByText(/^Refused/)).toHaveCount(0);
  await step.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('All forms are answered')).toBeVisible();

  await admin.goto(`/dashboard/formPeople?class=${classId}&show=documents`);
  await admin.getByRole('button', { name: `Accept ${title} 2.jpg` }).click();
  const accepting = admin.getByRole('dialog', { name: `Accept ${title} 2.jpg` });
  await accepting.getByLabel('Counts until (optional)').fill(dayFromToday(200));
  await pressAndHear(admin, accepting.getByRole('button', { name: 'Accept' }), 'Accepted');
  await admin.getByLabel('Show').selectOption('Everybody');
  await expect(admin.getByText(/^Accepted until /)).toBeVisible();
  await expect(admin.getByText('Handed in', { exact: true })).toBeVisible();
  await shotOfAdmin('7-accepted');

  await page.reload();
  await expect(page.getByText(/^Accepted until /)).toBeVisible();
  await expect(page.getByText('All forms are answered')).toBeVisible();
  await shot('8-accepted');
  await page.goto('/dashboard/student');
  await expect(page.getByText(/Lake Week/).first()).toBeVisible();
  await expect(page.getByText(/forms? left to answer/)).toHaveCount(0);
  await admin.context().close();
});

// Rules: R695.
test('an answer about health is on the care sheet and its paper, and not on the office’s list', async ({
  page,
  browser,
}, { outputDir }) => {
  test.slow();
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 1280, height: 800 });
  const shotOfAdmin = takePictures(admin, outputDir);
  const shot = takePictures(page, outputDir);
  const title = `Sleep ${Date.now()}`;
  const classId = await askForm(admin, {
    ...{ template: 'An empty form', title },
    async write() {
      await admin.getByRole('button', { name: 'Add a question' }).click();
      await admin.getByLabel('Question', { exact: true }).fill('Does your child walk in sleep?');
      await admin.getByLabel('Who reads it').selectOption('care');
      await shotOfAdmin('1-care-editor');
    },
  });

  const { email } = await comeConfirmed(page);
  await enrollChild(page, { email, classId, childId: await addChild(page, MIA) });
  await page.goto('/dashboard/forms');
  const step = page.getByRole('form', { name: `${title}: Mia` });
  await step.getByLabel('Does your child walk in sleep?').fill('Yes, toward the lake');
  await step.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(step.getByText('We can keep it only if you agree to it.')).toBeVisible();
  await shot('2-care-asked');
  await step.getByRole('checkbox').check();
  await step.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All forms are answered')).toBeVisible();

  await admin.goto(`/dashboard/formPeople?class=${classId}`);
  await expect(admin.getByText('On the care sheet')).toBeVisible();
  await expect(admin.getByText('toward the lake')).toHaveCount(0);
  await shotOfAdmin('3-care-office');
  await admin.goto(`/dashboard/classes/${classId}/care`);
  await expect(admin.getByText('Yes, toward the lake')).toBeVisible();
  await shotOfAdmin('4-care-sheet');
  await admin.goto(`/dashboard/classes/${classId}/day?day=${dayFromToday(3)}&paper=1`);
  await expect(admin.getByRole('list', { name: 'To print' })).toContainText(
    'Does your child walk in sleep? Yes, toward the lake',
  );
  await admin.context().close();
});
