import { expect, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { addChild, comeConfirmed, joinForMia, MIA } from '../support/families.ts';
import { openDemoSchool, openSchoolOf } from '../support/other-school.ts';
import { logIn, signUp } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid, pressAndHear } from '../support/said.ts';
import { CARDS, expectEnrolled, findCard, payButton, payWith } from '../support/shop.ts';

/** For axe, which looks at each picture. */
const STILL = { reducedMotion: 'reduce', bypassCSP: true } as const;
const SAVED = 'Saved. Families read it on the next page that they load';

// Rules: R620, R621.
test('a director changes the consent while a parent has the form open: nothing typed is lost, and the parent agrees to the new words', async ({
  browser,
}, { outputDir }) => {
  const school = await openSchoolOf('small');
  const phone = await browser.newContext({
    baseURL: school.url,
    viewport: { width: 360, height: 740 },
    ...STILL,
  });
  const desk = await browser.newContext({ baseURL: school.url, colorScheme: 'dark', ...STILL });
  try {
    const parent = await phone.newPage();
    const show = takePictures(parent, outputDir);
    await comeConfirmed(parent);
    const childId = await addChild(parent, MIA);
    await parent.goto(`/dashboard/children/${childId}#health`);
    await parent.getByLabel(/^Yes/).check();
    await parent.getByLabel(/^Anything else/).fill('Glasses');
    await parent.getByLabel(/^I agree that/).check();
    const send = parent.getByRole('button', { name: 'Save health information' });
    await send.click();
    await expectSaid(parent, 'Thank you, it is saved');
    await parent.getByRole('button', { name: 'Change health information' }).click();
    await parent.getByLabel(/^Anything else/).fill('Glasses, for reading');
    await parent.getByLabel(/^I agree that/).check();

    const director = await desk.newPage();
    await director.setViewportSize({ width: 1280, height: 900 });
    const showDesk = takePictures(director, outputDir);
    await director.goto('/login');
    await logIn(director, 'admin@speakifyr.test');
    await director.goto('/dashboard/school?part=texts');
    await expect(director.getByLabel('Headline of Home')).toBeVisible();
    await showDesk('1-home-words');
    await director.getByLabel('Text', { exact: true }).selectOption('Consent: health');
    const words = director.getByLabel('Consent: health', { exact: true });
    await words.fill('# No sentence');
    await director.getByRole('button', { name: 'Save' }).click();
    await expect(director.getByText(/^A consent begins with the sentence/)).toBeVisible();
    await words.fill('I allow {{name}} to know this about {{child}}.\n\nAsk us. **Always.**');
    await showDesk('2-consent');
    await pressAndHear(director, director.getByRole('button', { name: 'Save' }), SAVED);

    // What was agreed to before, in its own words.
    const account = await phone.newPage();
    await account.goto('/dashboard/student');
    await account.getByText('What you agreed to').click();
    await account.getByText(new RegExp(`^Health of ${MIA.name}, agreed on`)).click();
    await expect(account.getByText(/keeps this information about/)).toBeVisible();
    await takePictures(account, outputDir)('4-agreed');
    await account.close();

    await send.click();
    const box = parent.getByLabel(new RegExp(`^I allow .* to know this about ${MIA.name}`));
    await expect(box).not.toBeChecked();
    await expect(parent.getByText(/^The school has just changed what you agree to/)).toBeVisible();
    await expect(parent.getByLabel(/^Anything else/)).toHaveValue('Glasses, for reading');
    await show('3-new-words');
    await box.check();
    await send.click();
    await expectSaid(parent, 'Thank you, it is saved');
    await expect(parent.getByText('Glasses, for reading')).toBeVisible();
  } finally {
    await phone.close();
    await desk.close();
    await school.close();
  }
});

// Rules: R621, R635.
test('a director changes the terms while a parent pays: nothing is charged before the parent agrees to the new ones', async ({
  browser,
}, { outputDir }) => {
  const school = await openDemoSchool();
  const viewport = { width: 360, height: 740 };
  const phone = await browser.newContext({ baseURL: school.url, viewport, ...STILL });
  const desk = await browser.newContext({ baseURL: school.url, ...STILL });
  try {
    const parent = await phone.newPage();
    const show = takePictures(parent, outputDir);
    await parent.goto('/signup');
    await signUp(parent);
    const card = await findCard(parent, 'Painting in the Open Air');
    await card.getByRole('button', { name: LABELS.joinNow }).click();
    await joinForMia(parent);
    await expectSaid(parent, 'Added to Cart, Check Your Dashboard');
    await parent.goto('/dashboard/myclasses');
    await parent.getByRole('link', { name: new RegExp(`^${LABELS.pay}`) }).click();
    await expect(payButton(parent)).toBeEnabled();

    const director = await desk.newPage();
    await director.goto('/login');
    await logIn(director, 'admin@speakifyr.test');
    await director.goto('/dashboard/school?part=texts');
    await director.getByLabel('Text', { exact: true }).selectOption('Terms');
    await director.getByLabel('Terms', { exact: true }).fill('# Terms\n\nBring a hat.');
    await pressAndHear(director, director.getByRole('button', { name: 'Save' }), SAVED);

    await payWith(parent, CARDS.good);
    await expect(parent.getByText(/^The school has just changed what you agree to/)).toBeVisible();
    await show('5-new-terms');
    await payButton(parent).click();
    await expectEnrolled(parent, 'Painting in the Open Air');

    await parent.goto('/dashboard/student');
    await parent.getByText('What you agreed to').click();
    // At sign-up, and by paying.
    await expect(parent.getByText(/^Terms, agreed on/)).toHaveCount(2);
    await parent
      .getByText(/^Terms, agreed on/)
      .first()
      .click();
    await expect(parent.getByText('Bring a hat.')).toBeVisible();
    await show('6-agreed');
  } finally {
    await phone.close();
    await desk.close();
    await school.close();
  }
});
