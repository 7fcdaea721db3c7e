import { LABELS } from '@speakifyr/contract/labels.ts';
import { describeClass, listMetaTags } from '@speakifyr/contract/page-head.ts';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { linkToClass } from '../lib/paths.ts';
import { buildClass, buildInstructor } from '../testing/factories.ts';
import { renderApp } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { NEXT_YEAR } from '../testing/today.ts';
import { ClassPage } from './class-page.tsx';

function renderClass() {
  return renderApp(
    <Routes>
      <Route path="/classes/:id" element={<ClassPage />} />
    </Routes>,
    { at: `/classes/${'c'.repeat(24)}` },
  );
}

test('the page says everything about the class, and who teaches it', async () => {
  answer('GET /classes/:id', buildClass());
  answer('GET /instructors', [buildInstructor()]);
  renderClass();

  expect(
    await screen.findByRole('heading', { level: 1, name: 'Sailing on the Lake' }),
  ).toBeVisible();
  for (const text of [
    '$249',
    `02/08/${NEXT_YEAR}`,
    `06/08/${NEXT_YEAR}`,
    'SAI',
    'Five days in small dinghies.',
  ])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) })).toBeEnabled();
  expect(await screen.findByRole('heading', { level: 2, name: 'Maren Solbakk' })).toBeVisible();
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
