import type { ClassChoice } from '@speakifyr/contract/office.ts';
import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { addDays } from '@speakifyr/contract/days.ts';
import { formatDay, readToday } from '../../lib/format.ts';
import { buildClassChoice } from '../../testing/factories.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { Discounts } from './discounts.tsx';
import type { SchoolDiscounts } from './discount-values.ts';
import { slowTest } from '../../testing/slow-tests.ts';

const SAILING = buildClassChoice({ name: 'Sailing', price: 100 });
const POTTERY = buildClassChoice({
  _id: 'd'.repeat(24),
  name: 'Pottery',
  price: 50,
  status: 'draft',
});
const SIBLINGS: Discount = {
  ...{ id: '1'.repeat(24), kind: 'sibling', label: 'Siblings', percent: 10, amount: null },
  ...{ until: null, from: 2, classIds: [], stacks: true },
};
afterEach(() => setSchool(FIRST_SCHOOL));

const LAST_DAY = addDays(readToday(), 30);

type Options = { discounts?: Discount[]; classes?: ClassChoice[]; bundle?: AdminBundle };

/** @returns what was saved */
function renderDiscounts({ discounts = [], classes = [SAILING, POTTERY], bundle }: Options = {}) {
  const saved: SchoolDiscounts[] = [];
  answer('GET /discounts', { version: 3, discounts });
  answer('GET /classChoices', classes);
  answer('PUT /discounts', ({ body }) => {
    saved.push(body as SchoolDiscounts);
    return { ...(body as SchoolDiscounts), version: 4 };
  });
  renderApp(<Discounts />, {
    user: { ...student, role: 'admin', bundle: bundle ?? 'director' },
  });
  return saved;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const save = () => press('Save');
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option);

async function retype(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

/** Opens the form and fills in what every discount has. */
async function begin(what: string, name: string, off: string) {
  await press('Add a discount');
  expect(screen.getByLabelText('What is it for?')).toHaveFocus();
  await choose('What is it for?', what);
  await retype('Name that parents read', name);
  await retype('How much is taken off?', off);
}

const readSeats = () =>
  within(screen.getByRole('list', { name: 'Seats' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

slowTest('a director writes an early price for some classes', async () => {
  const saved = renderDiscounts();
  expect(
    await screen.findByText('There are no discounts. Everybody pays the full price of a class.'),
  ).toBeVisible();
  await begin('Early price', 'Early bird', '10');
  await retype('Last day', LAST_DAY);
  await choose('For which classes?', 'Only some');
  expect(screen.getByText(/, draft$/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Sailing/ }));
  await save();
  await findDialog('The discounts are saved');
  expect(saved).toEqual([
    {
      version: 3,
      discounts: [
        {
          ...{ id: expect.stringMatching(/^[\da-f]{24}$/) as string, kind: 'early' },
          ...{ label: 'Early bird', percent: 10, amount: null, until: LAST_DAY, from: null },
          ...{ classIds: [SAILING._id], stacks: false },
        },
      ],
    },
  ]);
  expect(screen.getByText(`Early bird: 10% off through ${formatDay(LAST_DAY)}`)).toBeVisible();
  expect(screen.getByText('Only for Sailing. Does not combine with others.')).toBeVisible();
  // Once the message has closed.
  const add = await screen.findByRole('button', { name: 'Add a discount' });
  await waitFor(() => expect(add).toHaveFocus());
});

// Rules: R434.
test.each([
  ['Siblings', 'From which child on?', { kind: 'sibling', from: 3 }],
  ['Several classes of a child', 'From which class of a child on?', { kind: 'weeks', from: 3 }],
  ['Families who come back', undefined, { kind: 'returning', from: null }],
] as const)('a director writes a discount: %s', async (what, from, expected) => {
  const saved = renderDiscounts();
  await begin(what, 'A gift', '5.50');
  await choose('Percent or amount?', 'USD');
  if (from) await retype(from, '3');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Combines with other/ }));
  await save();
  await findDialog('The discounts are saved');
  expect(saved[0]?.discounts).toMatchObject([
    { ...expected, percent: null, amount: 550, until: null, classIds: [], stacks: true },
  ]);
});

slowTest('a director writes a code with its limits, and reads how often it is used', async () => {
  const saved = renderDiscounts();
  answer('GET /codeUses', [{ id: '1'.repeat(24), count: 1 }]);
  await begin('A code that families type', 'Summer code', '50');
  await retype('Code', 'ab');
  await retype('How often in all?', '0');
  await save();
  await waitFor(() =>
    expect(screen.getByLabelText('How often in all?')).toHaveAccessibleDescription(
      /from 1 to 1000/,
    ),
  );
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Use 4 to 20 letters/);
  await retype('Code', 'SUMMER27');
  await retype('How often in all?', '10');
  await retype('How often for one family?', '2');
  await retype('Only for seats from (USD)', '100');
  await retype('Last day', LAST_DAY);
  await save();
  await findDialog('The discounts are saved');
  expect(saved[0]?.discounts).toMatchObject([
    {
      ...{ kind: 'code', percent: 50, until: LAST_DAY, from: null },
      code: { text: 'SUMMER27', from: null, maxUses: 10, maxPerFamily: 2, minimum: 10_000 },
    },
  ]);
  expect(screen.getByText('Summer code: 50% off with the code SUMMER27')).toBeVisible();
  expect(
    screen.getByText(
      `Can be used through ${formatDay(LAST_DAY)}, for 10 seats, at most 2 of a family, for seats from $100.`,
    ),
  ).toBeVisible();
});

test('a code says how often it is used', async () => {
  const code = { text: 'SUMMER', from: null, maxUses: 10, maxPerFamily: null, minimum: null };
  const discount: Discount = { ...SIBLINGS, kind: 'code', label: 'Summer code', from: null, code };
  answer('GET /codeUses', [{ id: discount.id, count: 3 }]);
  renderDiscounts({ discounts: [discount] });
  expect(await screen.findByText('Can be used for 10 seats. Used 3 times.')).toBeVisible();
});

slowTest('the preview counts what is typed before it is saved, seat by seat', async () => {
  const saved = renderDiscounts({ discounts: [SIBLINGS] });
  expect((await screen.findByText(/^A family with/)).parentElement).toHaveTextContent(
    'A family with 2 children in 2 classes each pays $380 USD today, instead of $400 USD.',
  );
  await begin('Several classes of a child', 'Two weeks', '5');
  await choose('Percent or amount?', 'USD');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Combines with other/ }));
  const findExample = () => screen.getByText(/^A family with/).parentElement;
  await waitFor(() => expect(findExample()).toHaveTextContent('pays $370 USD today'));
  expect(readSeats()).toEqual([
    'Child 1, class 1$100',
    'Child 1, class 2Full price $100Two weeks −$5$95',
    'Child 2, class 1Full price $100Siblings −$10$90',
    'Child 2, class 2Full price $100Siblings −$10Two weeks −$5$85',
  ]);
  await retype('How much is taken off?', '');
  expect(await screen.findByText(/^Complete the discount/)).toBeVisible();
  expect(findExample()).toHaveTextContent('pays $380 USD today');
  await press('Cancel');
  expect(screen.queryByText(/^Complete the discount/)).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});

slowTest('the preview is for any family, any class and any full price', async () => {
  const returning: Discount = {
    ...SIBLINGS,
    kind: 'returning',
    label: 'Welcome back',
    from: null,
  };
  renderDiscounts({ discounts: [{ ...returning, classIds: [POTTERY._id] }] });
  await screen.findByText(/^A family with/);
  await choose('Children', '1');
  await choose('Classes each', '1');
  await choose('Class', POTTERY._id);
  expect(screen.getByText(/^A family with/).parentElement).toHaveTextContent(
    '1 child in 1 class pays $50 USD',
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'The family was here before' }));
  expect(readSeats()).toEqual(['Child 1, class 1Full price $50Welcome back −$5$45']);
  await choose('Class', 'Another full price');
  await retype('Full price (USD)', '80');
  expect(readSeats()).toEqual(['Child 1, class 1$80']);
  await retype('Full price (USD)', 'much');
  expect(screen.getByText('Please enter an amount such as 200 or 89.50')).toBeVisible();
});

slowTest('what is wrong stands at its field, and nothing is sent', async () => {
  const saved = renderDiscounts();
  await begin('Early price', '', '101');
  await retype('Last day', '2020-01-01');
  await choose('For which classes?', 'Only some');
  await save();
  const problemOf = (label: string) =>
    waitFor(() =>
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        expect.stringMatching(/Please|needs/),
      ),
    );
  for (const label of [
    'Name that parents read',
    'How much is taken off?',
    'Last day',
    'Choose all that start',
  ])
    await problemOf(label);
  expect(screen.getByLabelText('Name that parents read')).toHaveFocus();
  await choose('Percent or amount?', 'USD');
  await retype('How much is taken off?', 'ten');
  expect(await screen.findByText('Please enter an amount such as 10 or 9.50.')).toBeVisible();
  await choose('What is it for?', 'Siblings');
  await retype('From which child on?', '1');
  expect(await screen.findByText('Please enter a number from 2 to 20.')).toBeVisible();
  expect(saved).toEqual([]);
});

slowTest('what the server refuses stands at its field', async () => {
  renderDiscounts({ discounts: [SIBLINGS] });
  answer('PUT /discounts', () =>
    refuse('invalid_input', { fields: { 'body.discounts.1.percent': 'That is too much.' } }),
  );
  await begin('Families who come back', 'Welcome back', '10');
  await save();
  expect(await screen.findByText('That is too much.')).toBeVisible();
  expect(screen.getByLabelText('How much is taken off?')).toHaveAccessibleDescription(
    'That is too much.',
  );
});

slowTest('a discount is changed, and removed after a question', async () => {
  const saved = renderDiscounts({ discounts: [SIBLINGS] });
  await press('Change Siblings');
  expect(screen.getByLabelText('How much is taken off?')).toHaveValue('10');
  await retype('How much is taken off?', '15');
  await save();
  await findDialog('The discounts are saved');
  expect(saved[0]?.discounts).toEqual([{ ...SIBLINGS, percent: 15 }]);
  await press('Remove Siblings');
  const dialog = await findDialog('Remove this discount?');
  expect(dialog).toHaveTextContent('Siblings: 15% off from the second child on.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, Remove!' }));
  await waitFor(() => expect(saved[1]).toEqual({ version: 4, discounts: [] }));
});

slowTest(
  'if somebody else has changed the discounts, the admin loads theirs and keeps what is typed',
  async () => {
    renderDiscounts();
    answer('PUT /discounts', () => refuse('discounts_changed'));
    await begin('Families who come back', 'Welcome back', '10');
    await save();
    expect(await screen.findByText(/Somebody else has changed the discounts/)).toBeVisible();

    const sent: unknown[] = [];
    answer('GET /discounts', { version: 4, discounts: [SIBLINGS] });
    answer('PUT /discounts', ({ body }) => {
      sent.push(body);
      return { ...(body as SchoolDiscounts), version: 5 };
    });
    await press('Load the current discounts');
    expect(await screen.findByText('Siblings: 10% off from the second child on')).toBeVisible();
    expect(screen.getByLabelText('Name that parents read')).toHaveValue('Welcome back');
    await save();
    await findDialog('The discounts are saved');
    expect(sent).toMatchObject([{ version: 4, discounts: [SIBLINGS, { label: 'Welcome back' }] }]);
  },
);

test('the office reads the discounts and changes none', async () => {
  renderDiscounts({ discounts: [SIBLINGS], bundle: 'office' });
  expect(await screen.findByText('Siblings: 10% off from the second child on')).toBeVisible();
  expect(screen.getByText('For all classes. Combines with others that do.')).toBeVisible();
  expect(screen.getByText(/Only a director changes discounts/)).toBeVisible();
  expect(screen.getByText(/^A family with/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('families pay at least what a card can pay in the school’s currency', async () => {
  setSchool({ ...FIRST_SCHOOL, currency: 'CZK' });
  renderDiscounts();
  expect(await screen.findByText(/and pay at least CZK\s15\./)).toBeVisible();
});

test('an early price that is over says so, and many classes are counted', async () => {
  const classIds = ['7', '8', '9', 'a'].map((digit) => digit.repeat(24));
  const over: Discount = { ...SIBLINGS, kind: 'early', from: null, until: '2020-05-01', classIds };
  renderDiscounts({ discounts: [over] });
  expect(await screen.findByText('It has ended: nobody gets it anymore.')).toBeVisible();
  expect(screen.getByText(/^Only for 4 classes\. Combines/)).toBeVisible();
  await press('Change Siblings');
  expect(screen.getByText(/0 of 2 chosen, and 4 that are over or not open/)).toBeVisible();
});

slowTest('of many classes, one is found by its name', async () => {
  const classes = Array.from({ length: 60 }, (_, index) =>
    buildClassChoice({ _id: String(100 + index).padEnd(24, '0'), name: `Class ${index}` }),
  );
  renderDiscounts({ classes });
  await press('Add a discount');
  await choose('For which classes?', 'Only some');
  await userEvent.type(screen.getByLabelText('Find a class'), 'class 42{Enter}');
  expect(screen.getAllByRole('checkbox', { name: /^Class/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Class 42/ }));
  expect(screen.getByText('Classes: 1 of 60 chosen')).toBeVisible();
  await retype('Find a class', 'golf');
  expect(screen.getByText('No class matches.')).toBeVisible();
});

test('discounts that cannot be loaded are a problem with a Retry button', async () => {
  renderDiscounts();
  breakConnection('GET /discounts');
  expect(await screen.findByText('The discounts could not be loaded')).toBeVisible();
});

slowTest('a discount for siblings may come off the refund of the other seat', async () => {
  const saved = renderDiscounts();
  await begin('Siblings', 'Siblings', '10');
  await userEvent.click(
    screen.getByRole('checkbox', {
      name: 'Comes off the refund if the sibling’s seat is canceled',
    }),
  );
  await save();
  await findDialog('The discounts are saved');
  expect(saved[0]?.discounts).toMatchObject([{ kind: 'sibling', from: 2, isTakenBack: true }]);
  expect(
    screen.getByText(
      'Siblings: 10% off from the second child on (if you cancel the sibling’s seat, we take it off your refund)',
    ),
  ).toBeVisible();
});

slowTest('an early price may end after some seats instead of on a day', async () => {
  const saved = renderDiscounts();
  await begin('Early price', 'First birds', '10');
  await save();
  expect(await screen.findByText('Please choose a day, a number of seats, or both.')).toBeVisible();
  await retype('For how many seats of a class?', '10');
  await save();
  await findDialog('The discounts are saved');
  expect(saved[0]?.discounts).toMatchObject([{ kind: 'early', until: null, firstSeats: 10 }]);
  expect(screen.getByText('First birds: 10% off for the first 10 seats of a class')).toBeVisible();
});

test('the example counts a code if one is chosen, where it may be used', async () => {
  const code = { text: 'SUMMER', from: null, maxUses: 10, maxPerFamily: null, minimum: 15_000 };
  const discount: Discount = {
    ...{ ...SIBLINGS, kind: 'code', label: 'Summer code', percent: 50, from: null, code },
  };
  answer('GET /codeUses', []);
  renderDiscounts({ discounts: [discount] });
  await screen.findByText(/^A family with/);
  await choose('Class', 'Another full price');
  await choose('Code', 'SUMMER');
  const findExample = () => screen.getByText(/^A family with/).parentElement;
  expect(findExample()).toHaveTextContent('pays $400 USD today');
  await retype('Full price (USD)', '100');
  expect(findExample()).toHaveTextContent('pays $400 USD today.');
  expect(findExample()).not.toHaveTextContent('instead');
});
