import { expect, type Page, test } from '@playwright/test';
import { joinForMia, MIA } from '../support/families.ts';
import { CORE } from '../support/base-config.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { confirmEmail } from '../support/inbox.ts';
import { enterAs } from '../support/pages.ts';
import { logIn, makePerson, PHOTO, signUp } from '../support/people.ts';
import {
  CARDS,
  expectEnrolled,
  findCard,
  openPayment,
  payButton,
  payWith,
} from '../support/shop.ts';
import { expectSaid, pressAndHear } from '../support/said.ts';

/** Answers a dialog's question with its named button, and waits for what is said then. */
async function confirm(page: Page, button: string, said: string): Promise<void> {
  await pressAndHear(page, page.getByRole('dialog').getByRole('button', { name: button }), said);
  await expect(page.getByText(said)).toBeHidden();
}

/** A tag that no other run of this test has. */
function makeTag(): string {
  const letter = () => String.fromCharCode(65 + Math.floor(Math.random() * 26));
  return `Z${letter()}${letter()}`;
}

test(
  'an admin runs the school: instructor, course, a student in it, changes, farewell',
  CORE,
  async ({ browser, baseURL }, { project }) => {
    const open = async () => {
      const context = await browser.newContext({ ...project.use, baseURL });
      return context.newPage();
    };
    const teacher = { ...makePerson(), name: `Tove ${Date.now()} ${project.name}` };
    const course = `Kites ${Date.now()} ${project.name}`;

    // A student, who is going to be the instructor.
    const teacherPage = await open();
    await teacherPage.goto('/signup');
    await signUp(teacherPage, teacher);
    // Nobody is promoted before that.
    await confirmEmail(teacherPage, teacher.email);

    const admin = await open();
    await enterAs(admin, 'admin');
    await admin.goto('/dashboard/addinstructor');
    await admin.getByLabel('Search by name, phone or email').fill(teacher.email);
    await admin.getByRole('button', { name: `Add ${teacher.name} as an instructor` }).click();
    await confirm(admin, 'Yes, Make Instructor!', 'Succesfully added as Instructor');

    await admin.goto('/dashboard/addCourse');
    await admin.getByLabel('Name').fill(course);
    await admin.getByLabel('Image').setInputFiles({ ...PHOTO, name: 'kites.png' });
    await admin.getByLabel('Places', { exact: true }).fill('5');
    await admin.getByLabel('Price').fill('49.50');
    await admin.getByLabel('Room').fill('12');
    const nextYear = new Date().getFullYear() + 1;
    await admin.getByLabel('Course Start Date').fill(`${nextYear}-08-02`);
    await admin.getByLabel('Course End Date').fill(`${nextYear}-08-06`);
    await admin.getByLabel('Tag').fill(makeTag());
    await admin.getByRole('radio', { name: teacher.name }).check();
    await admin.getByLabel('Details').fill('Paper, string and wind. <b>Ages 8 to 12.</b>');
    await pressAndHear(
      admin,
      admin.getByRole('button', { name: LABELS.addCourse }),
      'Added Courses Successfully',
    );
    await expect(admin).toHaveURL(/\/dashboard\/updateCourse\?search=[A-Z]{3}$/);
    await expect(admin.getByRole('row', { name: course })).toBeVisible();

    // Not while somebody teaches it.
    const findCourse = () =>
      admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(course)}`);
    await findCourse();
    await admin.getByRole('button', { name: `Archive ${course}` }).click();
    await expect(
      admin.getByText('Cannot Remove! Firstly Unassign Instructor In Update Instructor'),
    ).toBeVisible();
    await admin.getByRole('dialog').getByRole('button', { name: LABELS.ok }).click();

    const student = await open();
    await student.goto('/signup');
    await signUp(student);
    const card = await findCard(student, course);
    await card.getByRole('button', { name: LABELS.joinNow }).click();
    await joinForMia(student);
    await expectSaid(student, 'Added to Cart, Check Your Dashboard');

    await findCourse();
    await admin.getByRole('link', { name: new RegExp(`^Update Course.*${course}`) }).click();
    await expect(admin.getByLabel('Places', { exact: true })).toHaveValue('5');
    await admin.getByLabel('Price').fill('60');
    await pressAndHear(admin, admin.getByRole('button', { name: /Update/ }), 'Updated!!!');

    // The seat keeps the price at which it was held.
    await openPayment(student);
    await expect(student.getByText('$49.50').first()).toBeVisible();
    await payWith(student, CARDS.good);
    await expectEnrolled(student, course);

    // The instructor sees the new student at the next look.
    await teacherPage.goto('/');
    await teacherPage.goto('/dashboard/managecourse');
    await expect(teacherPage.getByRole('heading', { name: 'Enrolled Students' })).toBeVisible();
    await expect(teacherPage.getByText(/^Z[A-Z]{2}-101$/)).toBeVisible();
    await teacherPage.goto('/dashboard/instructor');
    await expect(teacherPage.getByText('60 tk').first()).toBeVisible();

    await admin.goto(`/dashboard/updateInstructor?search=${encodeURIComponent(teacher.name)}`);
    await admin.getByRole('button', { name: `Unassign ${teacher.name}` }).click();
    await confirm(admin, 'Yes, Unassign!', 'Unassigned!');
    await admin.getByRole('button', { name: `${LABELS.remove} ${teacher.name}` }).click();
    await confirm(admin, 'Yes, Remove!', 'Instructor Removed');
    await findCourse();
    await admin.getByRole('button', { name: `Archive ${course}` }).click();
    await expect(admin.getByText('1 student paid $49.50 USD in all.')).toBeVisible();
    await admin.getByRole('dialog').getByRole('textbox').fill(course);
    await confirm(admin, 'Yes, Archive!', 'Archived!');

    // Gone from the catalog; the person who paid keeps it.
    await findCard(student, course);
    await expect(student.getByText('No classes match')).toBeVisible();
    await student.goto('/dashboard/enroll');
    await expectEnrolled(student, course);

    await admin.goto(`/dashboard/users?search=${encodeURIComponent(teacher.email)}`);
    await admin
      .getByRole('button', { name: new RegExp(`${LABELS.makeAdmin}.*${teacher.name}`) })
      .click();
    await admin.getByRole('radio', { name: /^Office/ }).check();
    await confirm(admin, 'Yes, Make Admin!', `${teacher.name} added as admin`);
    await admin.getByRole('button', { name: `${LABELS.remove} ${teacher.name}` }).click();
    await admin.getByLabel('Why?').fill('Moved away');
    await confirm(admin, 'Yes, Remove!', `${teacher.name} Removed`);
    for (const page of [admin, student, teacherPage]) await page.context().close();
  },
);

test('a student joins and pays by keyboard alone', async ({ page }) => {
  const person = makePerson();
  await page.goto('/signup');
  await signUp(page, person);

  const found = await findCard(page, 'Campfire Theatre');
  const joinNow = found.getByRole('button', { name: LABELS.joinNow });
  await tabTo(page, joinNow);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Who is it for?' });
  await tabTo(page, dialog.getByLabel('Child’s name'));
  await page.keyboard.type(MIA.name);
  await dialog.getByLabel('Birth date').fill(MIA.birthDate);
  await tabTo(page, dialog.getByRole('button', { name: 'Hold 1 seat' }));
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await expect(page.getByText('Added to Cart, Check Your Dashboard')).toBeHidden();

  await page.goto('/dashboard/myclasses');
  await tabTo(page, page.getByRole('link', { name: new RegExp(`^${LABELS.pay}`) }));
  await page.keyboard.press('Enter');
  await expect(payButton(page)).toBeEnabled();
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await tabTo(page, card.getByLabel('Credit or debit card number'));
  // The field leads on by itself, from the number to the date to the code.
  await page.keyboard.type('4242424242424242' + '1234' + '123');
  await tabTo(page, payButton(page));
  await page.keyboard.press('Enter');
  await expectEnrolled(page, 'Campfire Theatre');
});

/** Presses Tab until an element has the focus, as a person would. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

test('one account, two visits: logging out leaves nothing of it behind', async ({
  page,
  isMobile,
}) => {
  await page.goto('/login');
  await logIn(page, 'student@speakifyr.test');
  await page.goto('/dashboard/enroll');
  await expect(page.getByText(/^[A-Z]{3}-\d{3}$/).first()).toBeVisible();
  if (isMobile) await page.getByRole('button', { name: LABELS.openMenu }).click();
  await page.getByRole('button', { name: LABELS.logOut }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goBack();
  await expect(page.getByText(/^[A-Z]{3}-\d{3}$/)).toBeHidden();
});
