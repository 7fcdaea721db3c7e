import { expect, type Page, test } from '@playwright/test';
import type { Family } from '@speakifyr/contract/families.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { MIA } from '../support/families.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { enterAs } from '../support/pages.ts';
import { logIn, makePerson, openAccount } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { pressAndHear } from '../support/said.ts';

/** A child of this person with a seat that is paid in cash, and another one that is reserved. */
async function giveSeats(admin: Page, email: string, classes: string[]): Promise<void> {
  const search = `/userList?search=${encodeURIComponent(email)}`;
  const [user] = await callAs<ListedUser[]>(admin, 'GET', search);
  const id = user?._id ?? '';
  await callAs(admin, 'POST', `/families/${id}/children`, MIA);
  const { children } = await callAs<Family>(admin, 'GET', `/families/${id}`);
  for (const [place, classId] of classes.entries()) {
    const wanted = { classId, childId: children[0]?._id, until: dayFromToday(5) };
    const path = `/families/${id}/seats`;
    const { cartId } = await callAs<{ cartId: string }>(admin, 'POST', path, wanted);
    if (place > 0) continue;
    await callAs(admin, 'POST', `/families/${id}/payments`, {
      ...{ requestId: crypto.randomUUID(), cartIds: [cartId], method: 'cash', amount: 9_900 },
      ...{ day: dayFromToday(0), reference: '12' },
    });
  }
}

test.use(FOR_AXE);
test.afterEach(closeOpenedClasses);

// Rules: R591, R592, R593.
test('the office removes somebody, reads what is left behind, says why, and takes it back', async ({
  page: admin,
  browser,
}, { outputDir }) => {
  const show = takePictures(admin, outputDir);
  const person = { ...makePerson(), name: 'Philippa Featherstonehaugh-Cholmondeley' };
  const parent = await (await browser.newContext()).newPage();
  await openAccount(parent, person);
  await parent.goto('/login');
  await logIn(parent, person.email, person.password);
  await enterAs(admin, 'admin');
  const names = ['Quiet Lake', 'Loud Lake'].map((name) => `${name} ${Date.now()}`);
  const [quiet, loud] = [
    await openClass(admin, names[0]!, { price: 99, sit: 3 }),
    await openClass(admin, names[1]!, { price: 99, sit: 3 }),
  ];
  await giveSeats(admin, person.email, [quiet, loud]);

  await admin.goto(`/dashboard/users?search=${encodeURIComponent(person.email)}`);
  await admin.getByRole('button', { name: `${LABELS.remove} ${person.name}` }).click();
  const dialog = admin.getByRole('dialog', { name: `Remove ${person.name}?` });
  await expect(dialog).toContainText(`in ${names[0]} (`);
  await expect(dialog).toContainText('$99 USD paid. It stays, without a refund.');
  await expect(dialog).toContainText(/Loud Lake .*: reserved until .* It becomes free\./);
  await expect(dialog).toContainText('Nobody else looks after Mia');
  await show('remove');
  const press = dialog.getByRole('button', { name: 'Yes, Remove!' });
  await press.click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await dialog.getByLabel('Why?').fill('The wrong row');
  await pressAndHear(admin, press, `${person.name} Removed`);
  await parent.goto('/dashboard/enroll');
  await expect(parent).toHaveURL(/\/login/);

  await admin.getByLabel('Show').selectOption({ label: 'Removed' });
  await expect(
    admin.getByText(/^Removed by .*Why: The wrong row\. You can undo this until/),
  ).toBeVisible();
  await show('removed');
  await admin.getByRole('button', { name: /^Undo removal/ }).click();
  const back = admin.getByRole('dialog', { name: `Open the account of ${person.name} again?` });
  await expect(back).toContainText('as before.');
  await show('take-back');
  await back.getByLabel('Why?').fill('It was somebody else');
  await pressAndHear(
    admin,
    back.getByRole('button', { name: 'Yes, undo it' }),
    `${person.name} is back`,
  );

  await logIn(parent, person.email, person.password);
  await parent.goto('/dashboard/enroll');
  await expect(parent.getByText(names[0]!).first()).toBeVisible();
  await parent.context().close();
});
