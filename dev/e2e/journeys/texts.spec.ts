import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { enterAs, followNavigation } from '../support/pages.ts';
import { closeOpenedClasses, openOwnClass } from '../support/own-class.ts';
import { logIn, makePerson, PHOTO, signUp } from '../support/people.ts';
import { CARDS, findCard, joinMyself, openPayment, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

/** The texts that the specification quotes (sections 1, 2, 5 and 8), on the screen where each belongs. */

const see = (page: Page, text: string | RegExp) =>
  expect(
    page.getByText(text, typeof text === 'string' ? { exact: true } : {}).first(),
  ).toBeVisible();

/** Lets one call fail. */
const failCall = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  );

test.afterEach(closeOpenedClasses);

test('the buttons that the specification names', () => {
  expect(LABELS).toMatchObject({
    joinCamp: 'Join the camp now',
    joinNow: 'Join Now',
    logIn: 'Log In',
    login: 'Login',
    logOut: 'Log Out',
    pay: 'Pay',
    remove: 'Remove',
  });
});

test('home, classes and instructors', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('SPEAKIFYR | Home');
  await see(page, /^Inspiring\s+the\s+young$/);
  await see(
    page,
    'To learn & gather knowledge about different skills in this summer camp campaign',
  );
  await expect(page.getByRole('link', { name: LABELS.joinCamp })).toHaveAttribute(
    'href',
    '/classes',
  );
  for (const heading of ['Here is Our Popular Classes', 'Here is Our Popular Instructors'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await see(page, 'With High Price Demand');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('A Summer Camping Project');
  await expect(footer).toContainText(String(new Date().getFullYear()));
  for (const network of ['Facebook', 'LinkedIn', 'Instagram', 'GitHub'])
    await expect(footer.getByRole('link', { name: network })).toHaveAttribute('target', '_blank');

  await followNavigation(page, 'Classes');
  await expect(page).toHaveTitle(/^Classes/);
  await see(page, 'In This Summer Campaign');
  await expect(page.getByRole('heading', { name: 'Our Classes are..' })).toBeVisible();

  await followNavigation(page, 'Instructors');
  await expect(page).toHaveTitle(/^Instructors/);
  await expect(page.getByRole('heading', { name: 'Our Instructors' })).toBeVisible();
});

test('signing up', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('button', { name: LABELS.signUp }).click();
  for (const text of ['Name is required', 'Email is required', 'Password is required'])
    await see(page, text);

  await failCall(page, '**/image/upload');
  const person = makePerson();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Photo').setInputFiles(PHOTO);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: LABELS.signUp }).click();
  await see(page, 'Please, Upload an Image');
  await page.unroute('**/image/upload');
  await signUp(page, person);
});

test('a student’s dashboard', async ({ page, browser }) => {
  const { name } = await openOwnClass(browser, 'Origami', { price: 39 });
  await page.goto('/signup');
  await signUp(page);
  await page.goto('/dashboard/enroll');
  await see(page, 'No Enrollment Yet!');
  await page.goto('/dashboard/student');
  await page.getByRole('link', { name: 'Update Profile' }).click();
  await page.getByLabel('Name').fill('Nora Renamed');
  await page.getByLabel('Phone').fill('+1 202 555 0143');
  await page.getByRole('button', { name: 'Save my profile' }).click();
  await expectSaid(page, 'Your profile is saved');
  await page.goto('/dashboard/student');
  await expect(page.getByRole('heading', { name: 'Nora Renamed' })).toBeVisible();

  const card = await findCard(page, name);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinMyself(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  // It closes by itself, after 1500 ms.
  await expect(page.getByText('Added to Cart, Check Your Dashboard')).toBeHidden();
  // Like a tab that does not know yet what was joined in another one.
  await page.route('**/api/myclass?**', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinMyself(page);
  await see(page, 'This class is already in your dashboard.');
  await expect(page.getByText('This class is already in your dashboard.')).toBeHidden();
  await page.unroute('**/api/myclass?**');

  await openPayment(page);
  await failCall(page, '**/api/makepayment');
  await payWith(page, CARDS.good);
  await see(page, 'Something went wrong');
});

test('removing a selected course', async ({ page, browser }) => {
  const { name } = await openOwnClass(browser, 'Frisbee');
  await page.goto('/signup');
  await signUp(page);
  const card = await findCard(page, name);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinMyself(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await page.goto('/dashboard/myclasses');
  await failCall(page, '**/api/addClass/**');
  const remove = async () => {
    await page.getByRole('button', { name: new RegExp(`^${LABELS.remove}`) }).click();
    await page.getByRole('button', { name: 'Yes, remove it' }).click();
  };
  await remove();
  await see(page, 'Something Went wrong');
  await see(page, 'Try again');
  await page.getByRole('dialog').getByRole('button', { name: LABELS.ok }).click();
  await page.unroute('**/api/addClass/**');
  await remove();
  await expectSaid(page, 'Deleted!');
});

test('an admin’s dashboard', async ({ page }) => {
  await enterAs(page, 'admin');
  await page.goto('/dashboard/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  for (const text of ['Total Classes', 'Enrolled Students', 'Total Users', 'Total Transaction'])
    await see(page, text);
  await page.goto('/dashboard/users');
  // 21% as the demo school opens; other journeys sign people up.
  await see(page, /^\d+% more than last month$/);
  await page.goto('/dashboard/manageEverything');
  for (const task of ['Add Instructor', LABELS.addCourse, 'Update Instructor', 'Update Course'])
    await expect(page.getByRole('link', { name: task }).first()).toBeVisible();

  await page.route('**/api/newInstructor', (route) => route.fulfill({ json: [] }));
  await page.goto('/dashboard/addCourse');
  await see(page, 'Must Need a Instructor to Add Course');
  await expect(page.getByRole('button', { name: LABELS.addCourse })).toBeDisabled();
  await see(page, /EXM/);

  await failCall(page, '**/api/removeInstructor/**');
  await page.goto('/dashboard/updateInstructor');
  await page
    .getByRole('button', { name: new RegExp(`^${LABELS.remove}`) })
    .and(page.locator(':enabled'))
    .first()
    .click();
  await page.getByRole('button', { name: 'Yes, Remove!' }).click();
  await see(page, 'Something went wrong ! Try Again');
});

test('an instructor’s dashboard, and a refused session', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, 'instructor@speakifyr.test');
  await page.goto('/dashboard/instructor');
  for (const text of ['My Course', 'Total Enrolled', 'Total Earned']) await see(page, text);
  await page.goto('/dashboard/managecourse');
  await expect(page.getByRole('heading', { name: 'Enrolled Students' })).toBeVisible();

  // Any answer 403: logged out, and at the log-in page.
  await page.route('**/api/instructorStats**', (route) =>
    route.fulfill({ status: 403, json: { code: 'not_allowed', message: 'No' } }),
  );
  await page.goto('/dashboard/instructor');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
