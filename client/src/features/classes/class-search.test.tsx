import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildClass } from '../../testing/factories.ts';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, pageOf } from '../../testing/server.ts';
import { slowTest } from '../../testing/slow-tests.ts';
import { NEXT_YEAR, nextYear } from '../../testing/today.ts';
import { ClassSearch } from './class-search.tsx';
import { listWeeks } from '../../lib/list-months.ts';

const sailing = buildClass();
const chess = buildClass({
  _id: 'd'.repeat(24),
  name: 'Chess',
  camp_start: nextYear('06-07'),
  price: 39,
});

/** Answers with all classes, or Chess for a narrowed search; remembers the queries. */
function answerClasses() {
  const asked: Record<string, string>[] = [];
  answer('GET /classes', ({ query }) => {
    // The two ends of the year, for the choice of months.
    if (query['size'] === '1') return [query['sort'] === 'camp_start' ? chess : sailing];
    asked.push(query);
    const isNarrowed = ['search', 'free', 'month', 'age', 'min_price', 'max_price'].some(
      (key) => key in query,
    );
    return isNarrowed ? [chess] : [chess, sailing];
  });
  return asked;
}

function renderSearch(at = '/classes') {
  return renderApp(<ClassSearch renderAction={() => <button type="button">Join Now</button>} />, {
    at,
  });
}

async function waitForCount(text: string) {
  await waitFor(() => expect(screen.getByText(text)).toHaveAttribute('role', 'status'));
}

function readAddress() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

// Rules: R242, R522, R523.
test('the number of classes is announced', async () => {
  answerClasses();
  renderSearch();

  await waitForCount('2 classes');
});

test('a search goes to the server and into the address, without a history entry for each letter', async () => {
  const asked = answerClasses();
  renderSearch();
  await waitForCount('2 classes');

  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Search by class, instructor or place' }),
    'chess',
  );

  await waitForCount('1 class');
  expect(readAddress()).toEqual({ search: 'chess' });
  expect(asked.map(({ search }) => search)).toEqual([undefined, 'chess']);
});

slowTest('a search shows the best match first, until another order is chosen', async () => {
  const asked = answerClasses();
  renderSearch('/classes?search=chess');
  await waitForCount('1 class');
  const orders = screen.getByRole('combobox', { name: 'Sort by' });
  expect(orders).toHaveDisplayValue('Best match');

  await userEvent.selectOptions(orders, 'Start day');

  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'camp_start' }));
  expect(asked[0]).toMatchObject({ sort: 'best' });
  expect(readAddress()).toEqual({ search: 'chess', sort: 'camp_start' });
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitForCount('2 classes');
  expect(orders).toHaveDisplayValue('Start day');
  expect(screen.queryByRole('option', { name: 'Best match' })).toBeNull();
});

slowTest('each filter is in the address, next to the others', async () => {
  answerClasses();
  renderSearch();
  await waitForCount('2 classes');

  await userEvent.click(screen.getByRole('checkbox', { name: 'Open seats only' }));
  await screen.findByRole('option', { name: `July ${NEXT_YEAR}` });
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Start month' }),
    `June ${NEXT_YEAR}`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Age 9' }));
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Price from, in dollars' }), '10');
  await waitFor(() => expect(readAddress()).toHaveProperty('min_price'));
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Price to, in dollars' }), '90.5');

  await waitFor(() =>
    expect(readAddress()).toEqual({
      free: 'true',
      month: nextYear('06'),
      age: '9',
      min_price: '10',
      max_price: '90.5',
    }),
  );
  await waitForCount('1 class');
});

test('a parent of two looks for classes that take both, and by another press for one of them', async () => {
  const asked = answerClasses();
  renderApp(
    <ClassSearch
      childrenOfUser={[
        { name: 'Aarav Okonjo', birthDate: '2018-03-14' },
        { name: 'Mia Okonjo', birthDate: '2020-11-02' },
      ]}
      renderAction={() => null}
    />,
    { at: '/classes' },
  );
  await waitForCount('2 classes');
  const aarav = await screen.findByRole('button', { name: 'Fits Aarav' });
  const mia = screen.getByRole('button', { name: 'Fits Mia' });

  await userEvent.click(aarav);
  await userEvent.click(mia);

  await waitFor(() => expect(asked.at(-1)).toMatchObject({ born: '2018-03,2020-11' }));
  await waitForCount('2 classes fit Aarav and Mia');
  expect(aarav).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(aarav);
  await waitFor(() => expect(readAddress()).toEqual({ born: '2020-11' }));
  await waitForCount('2 classes');
});

test('several ages find the classes that take all of them', async () => {
  const asked = answerClasses();
  renderSearch('/classes?age=10');
  await waitForCount('1 class');

  await userEvent.click(screen.getByRole('button', { name: 'Age 7' }));

  await waitForCount('1 class fits 7 and 10');
  expect(asked.at(-1)).toMatchObject({ age: '7,10' });
  expect(
    screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent),
  ).toEqual(['Age 7', 'Age 10']);
});

test('of two presses in a moment, none is lost', async () => {
  const asked = answerClasses();
  renderSearch();
  await waitForCount('2 classes');

  act(() => {
    for (const age of [7, 10]) screen.getByRole('button', { name: `Age ${age}` }).click();
  });

  await waitFor(() => expect(asked.at(-1)).toMatchObject({ age: '7,10' }));
  expect(readAddress()).toEqual({ age: '7,10' });
});

test('on a phone, the filters are a sheet whose button says what they find, and shows it', async () => {
  answerClasses();
  renderSearch();
  await waitForCount('2 classes');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  expect(sheet.getByRole('button', { name: 'Show 2 classes' })).toBeVisible();
  expect(sheet.getByLabelText('Birth month')).not.toBeVisible();

  await userEvent.click(sheet.getByRole('button', { name: 'Age 7' }));

  await userEvent.click(await sheet.findByRole('button', { name: 'Show 1 class' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('region', { name: 'Classes' })).toHaveFocus();
  expect(readAddress()).toEqual({ age: '7' });

  await userEvent.click(screen.getByRole('button', { name: 'Filters 1 set' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(await screen.findByRole('button', { name: 'Show 2 classes' })).toBeVisible();
  expect(readAddress()).toEqual({});
});

test('a visitor says when the child was born, once both month and year are chosen', async () => {
  const asked = answerClasses();
  renderSearch();
  await waitForCount('2 classes');
  const before = asked.length;

  await userEvent.selectOptions(screen.getByLabelText('Birth month'), 'March');
  expect(asked).toHaveLength(before);
  await userEvent.selectOptions(screen.getByLabelText('Birth year'), '2018');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ born: '2018-03' }));
  expect(readAddress()).toEqual({ born: '2018-03' });

  await userEvent.selectOptions(screen.getByLabelText('Birth year'), 'Year');
  await waitFor(() => expect(readAddress()).toEqual({}));
  expect(screen.getByLabelText('Birth month')).toHaveDisplayValue('March');
});

test('a week can be chosen', async () => {
  const asked = answerClasses();
  renderSearch();
  const weeks = screen.getByRole('combobox', { name: 'Week' });
  await waitFor(() => expect(within(weeks).getAllByRole('option').length).toBeGreaterThan(1));
  const [, first] = listWeeks(chess.camp_start, sailing.camp_end);

  await userEvent.selectOptions(weeks, first ?? '');

  await waitFor(() => expect(asked.at(-1)).toMatchObject({ week: first }));
  expect(readAddress()).toEqual({ week: first });
});

test('the months to choose from are those from the first class to the last', async () => {
  answerClasses();
  renderSearch();

  const months = screen.getByRole('combobox', { name: 'Start month' });
  await waitFor(() =>
    expect(
      within(months)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Any month', `June ${NEXT_YEAR}`, `July ${NEXT_YEAR}`, `August ${NEXT_YEAR}`]),
  );
});

test('another order starts at the first page', async () => {
  const asked = answerClasses();
  renderSearch('/classes?page=2');
  await waitForCount('2 classes');

  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Sort by' }),
    'Price: high to low',
  );

  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: '-price', page: '1' }));
  expect(readAddress()).toEqual({ sort: '-price' });
});

test('a link shows what its sender saw', async () => {
  const asked = answerClasses();
  renderSearch('/classes?search=che&free=true&sort=-sit');

  await waitForCount('1 class');
  expect(screen.getByRole('searchbox')).toHaveValue('che');
  expect(screen.getByRole('checkbox', { name: 'Open seats only' })).toBeChecked();
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Most seats left');
  expect(asked[0]).toMatchObject({ search: 'che', free: 'true', sort: '-sit' });
});

test('a page has twelve classes, and the link to the next keeps the filters', async () => {
  const asked: unknown[] = [];
  answer('GET /classes', ({ query }) => {
    if (query['size'] === '12') asked.push(query['page']);
    return pageOf([buildClass({ name: `Class of page ${query['page']}` })], 13);
  });
  renderSearch('/classes?free=true');
  await waitForCount('13 classes');

  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));

  expect(await screen.findByRole('heading', { name: 'Class of page 2' })).toBeVisible();
  expect(readAddress()).toEqual({ free: 'true', page: '2' });
  expect(asked).toEqual(['1', '2']);
  expect(screen.getByRole('region', { name: 'Classes' })).toHaveFocus();
});

test('while the next answer loads, the previous classes stay', async () => {
  let goOn = () => {};
  const released = new Promise<void>((resolve) => (goOn = resolve));
  answer('GET /classes', async ({ query }) => {
    if (!query['free']) return [chess, sailing];
    await released;
    return [chess];
  });
  renderSearch();
  await waitForCount('2 classes');

  await userEvent.click(screen.getByRole('checkbox', { name: 'Open seats only' }));

  expect(screen.getByRole('region', { name: 'Classes' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('article')).toHaveLength(2);
  goOn();
  await waitForCount('1 class');
});

test('a page that no longer exists leads to the last one', async () => {
  answer('GET /classes', ({ query }) => pageOf(query['page'] === '9' ? [] : [chess], 13));
  renderSearch('/classes?page=9');

  expect(await screen.findByRole('heading', { name: 'Chess' })).toBeVisible();
  expect(readAddress()).toEqual({ page: '2' });
});

test('if no class matches, the filters can be cleared', async () => {
  answer('GET /classes', ({ query }) => (query['max_price'] ? [] : [chess]));
  renderSearch('/classes?max_price=1&search=gold');
  expect(await screen.findByText('No classes match')).toBeVisible();
  const note = within(screen.getByText('No classes match').parentElement ?? document.body);

  await userEvent.click(note.getByRole('link', { name: 'Clear filters' }));

  expect(await screen.findByRole('heading', { name: 'Chess' })).toBeVisible();
  expect(location.search).toBe('');
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(screen.getByRole('region', { name: 'Classes' })).toHaveFocus();
});

test('clearing the filters keeps the focus there, and keeps search and order', async () => {
  answerClasses();
  renderSearch('/classes?free=true&age=9&max_price=50&search=che&sort=price');
  await waitForCount('1 class');

  await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }));

  expect(readAddress()).toEqual({ search: 'che', sort: 'price' });
  expect(screen.getByRole('group', { name: 'Filters' })).toHaveFocus();
});

test('a lowest price above the highest is explained next to the fields', async () => {
  answerClasses();
  renderSearch('/classes?min_price=90&max_price=10');

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The lowest price is higher than the highest.',
  );
  expect(screen.getByRole('spinbutton', { name: /Price to/ })).toBeInvalid();
});
