import { sayFacts } from '@speakifyr/contract/class-facts.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { describeClass, listMetaTags } from '@speakifyr/contract/page-head.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { formatDay } from '../lib/format.ts';
import { linkToClass } from '../lib/paths.ts';
import { buildClass, buildInstructor } from '../testing/factories.ts';
import { renderApp } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { nextYear } from '../testing/today.ts';
import { ClassPage } from './class-page.tsx';

beforeEach(() => answer('GET /refundPolicy', DEFAULT_REFUND_TERMS));

function renderClass() {
  return renderApp(
    <Routes>
      <Route path="/classes/:id" element={<ClassPage />} />
    </Routes>,
    { at: `/classes/${'c'.repeat(24)}` },
  );
}

// Rules: R241, R423, R520.
test('the page says everything about the class, and who teaches it', async () => {
  answer('GET /classes/:id', buildClass());
  answer('GET /instructors', [buildInstructor()]);
  renderClass();

  expect(
    await screen.findByRole('heading', { level: 1, name: 'Sailing on the Lake' }),
  ).toBeVisible();
  for (const text of [
    '$249',
    formatDay(nextYear('08-02')),
    formatDay(nextYear('08-06')),
    'SAI',
    'Five days in small dinghies.',
  ])
    expect(screen.getByText(text)).toBeVisible();
  for (const { label, text } of sayFacts(buildClass())) {
    expect(screen.getByText(label, { selector: 'dt' }).parentElement).toHaveTextContent(
      `${label}${text}`,
    );
  }
  expect(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) })).toBeEnabled();
  expect(await screen.findByRole('heading', { level: 2, name: 'Maren Solbakk' })).toBeVisible();
});

test('Join Now comes right after price and seats, and the course tag last', async () => {
  answer('GET /classes/:id', buildClass({ instructor_email: 'not-assigned' }));
  renderClass();

  const facts = await screen.findByRole('complementary', { name: 'Dates, price and seats' });
  expect(facts).toHaveTextContent(/^Price \$249Sit Left\d+Join Now: Sailing on the Lake/);
  expect(facts).toHaveTextContent(/Course tagSAI$/);
});

test('the page answers what parents ask: where, lunch, what to bring, and until when canceling is free', async () => {
  const first = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  answer('GET /classes/:id', buildClass({ camp_start: first, dailyEnd: '15:00' }));
  answer('GET /instructors', [buildInstructor()]);
  renderClass();

  const notes = await screen.findByRole('region', { name: 'Good to know' });
  expect(notes).toHaveTextContent(SCHOOL_ADDRESS);
  expect(notes).toHaveTextContent(SCHOOL.lunch.included);
  expect(within(notes).getByRole('link', { name: /See it on the map/ })).toHaveAttribute(
    'href',
    SCHOOL.mapLink,
  );
  for (const item of SCHOOL.whatToBring) expect(notes).toHaveTextContent(item);
  const lastDay = new Date(Date.parse(first) - 14 * 86_400_000).toISOString().slice(0, 10);
  expect(
    await screen.findByRole('link', { name: `Free cancellation until ${formatDay(lastDay)}` }),
  ).toHaveAttribute('href', '/refund-policy');
  const { _id, name } = buildInstructor();
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/instructors#${_id}`);
});

test('a class that ends before lunch says so', async () => {
  answer('GET /classes/:id', buildClass({ dailyEnd: '12:30', instructor_email: 'not-assigned' }));
  renderClass();

  expect(await screen.findByText(SCHOOL.lunch.without)).toBeVisible();
});

test('a full class names others with seats for the same ages: first the same subject, then the nearest days', async () => {
  const full = buildClass({ sit: 0, instructor_email: 'not-assigned', ageFrom: 8, ageTo: 12 });
  const make = (id: string, name: string, changes: object) =>
    buildClass({ _id: id.repeat(24), name, sit: 3, ageFrom: 8, ageTo: 12, ...changes });
  answer('GET /classes/:id', full);
  answer('GET /classes', [
    make('1', 'Sailing for Teens', { ageFrom: 13, ageTo: 16 }),
    make('2', 'Chess', { camp_start: nextYear('07-26') }),
    make('3', 'Music', { camp_start: nextYear('06-07') }),
    make('4', 'More Sailing', { camp_start: nextYear('06-07') }),
    make('5', 'Sailing, also full', { sit: 0 }),
  ]);
  renderClass();

  const similar = await screen.findByRole('region', {
    name: 'Other classes for these ages with free seats',
  });
  const names = within(similar).getAllByRole('link');
  expect(names.map(({ textContent }) => textContent)).toEqual(['More Sailing', 'Chess']);
});

test('a free class says so instead of a price', async () => {
  answer('GET /classes/:id', buildClass({ price: 0, instructor_email: 'not-assigned' }));
  renderClass();

  expect(await screen.findByText('Free')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Join for free/ })).toBeEnabled();
  expect(screen.getByText(/you get your entry code at once/)).toBeVisible();
});

test.each([
  ['started', 'Started'],
  ['over', 'Over'],
] as const)('a class that is %s cannot be joined', async (joining, label) => {
  answer('GET /classes/:id', buildClass({ joining, instructor_email: 'not-assigned' }));
  renderClass();

  expect(await screen.findByRole('button', { name: label })).toBeDisabled();
  expect(screen.queryByText(/We hold your seat/)).toBeNull();
});

test('details are shown as text, whatever they contain', async () => {
  const details = '<img src=x onerror=alert(1)> <b>bold</b>';
  answer('GET /classes/:id', buildClass({ details, instructor_email: 'not-assigned' }));
  renderClass();

  expect(await screen.findByText(details)).toBeVisible();
});

test('the head of the document has the name of the class, as the server writes it', async () => {
  answer('GET /classes/:id', buildClass({ instructor_email: 'not-assigned' }));
  renderClass();

  await expect.poll(() => document.title).toBe('SPEAKIFYR | Sailing on the Lake');
  // The same tags as the server writes (server/src/http/class-head.ts).
  const campClass = buildClass({ instructor_email: 'not-assigned' });
  const address = location.origin + linkToClass(campClass._id);
  for (const tag of listMetaTags(describeClass(campClass), address)) {
    const [kind, name] = 'name' in tag ? ['name', tag.name] : ['property', tag.property];
    const found = document.head.querySelectorAll(`meta[${kind}="${name}"]`);
    expect(
      [...found].map((meta) => meta.getAttribute('content')),
      name,
    ).toEqual([tag.content]);
  }
  expect(document.head.querySelector('link[rel=canonical]')).toHaveAttribute('href', address);
});

test('a missing class is explained, with a link to all classes', async () => {
  answer('GET /classes/:id', () => refuse('not_found'));
  renderClass();

  expect(await screen.findByText('We couldn’t find this class')).toBeVisible();
  expect(screen.getByRole('link', { name: LABELS.seeAllClasses })).toHaveAttribute(
    'href',
    '/classes',
  );
});

test('a failure can be tried again', async () => {
  answer('GET /classes/:id', () => refuse('unavailable'));
  renderClass();

  expect(await screen.findByRole('button', { name: LABELS.retry })).toBeVisible();
});

test('the page names the assistants who want it, and nothing of them if there are none', async () => {
  const assistants = [
    { name: 'Aaron Early', photo: '' },
    { name: 'Bea Late', photo: 'https://images.test/bea.png' },
  ];
  answer('GET /classes/:id', { ...buildClass({ instructor_email: 'not-assigned' }), assistants });
  const { unmount } = renderClass();
  const helpers = await screen.findByRole('region', { name: 'Who helps' });
  expect(
    within(helpers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['AAaron Early', 'Bea Late']);
  unmount();

  answer('GET /classes/:id', buildClass({ instructor_email: 'not-assigned' }));
  renderClass();
  await screen.findByRole('heading', { level: 1, name: 'Sailing on the Lake' });
  expect(screen.queryByRole('region', { name: 'Who helps' })).toBeNull();
});
