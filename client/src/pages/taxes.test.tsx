import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { cleanup, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { CampRow } from '../features/classes/camp-row.tsx';
import { ClassCard } from '../features/classes/class-card.tsx';
import { ClassLine } from '../features/enrollment/join/class-line.tsx';
import { SelectedCourses } from '../features/enrollment/cart/cart.tsx';
import { OrderSummary } from '../features/enrollment/payment/order-summary.tsx';
import { PayByLink } from '../features/enrollment/payment/pay-by-link.tsx';
import { linkToClass } from '../lib/paths.ts';
import {
  buildCartItem,
  buildClass,
  buildClassChoice,
  buildInstructor,
} from '../testing/factories.ts';
import { ChooseClass } from '../ui/choose-class.tsx';
import { renderApp, student } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { ClassPage } from './class-page.tsx';

const SALES_TAX = { name: 'sales tax', percent: 8.875, extras: 5, isAdded: true };
const OF_CLASS = { name: 'sales tax', percent: 8.875, amount: 888, of: 10_888 };
const OF_LUNCH = { name: 'sales tax', percent: 5, amount: 200, of: 4_200 };
const WORDS = ['Includes 8.875% sales tax: $8.88 USD', 'Includes 5% sales tax: $2 USD'];

afterEach(() => setSchool(FIRST_SCHOOL));
const tax = (more: Partial<typeof SALES_TAX> = {}) =>
  setSchool({ ...FIRST_SCHOOL, tax: { ...SALES_TAX, ...more } });

async function renderClassPage() {
  answer('GET /refundPolicy', DEFAULT_REFUND_TERMS);
  answer('GET /classes/:id', buildClass());
  answer('GET /instructors', [buildInstructor()]);
  renderApp(
    <Routes>
      <Route path="/classes/:id" element={<ClassPage />} />
    </Routes>,
    { at: linkToClass(buildClass()._id) },
  );
  return screen.findByText(/We hold your seat while you pay/);
}

// Rules: R629, R630.
test('the page of a class says what is added to its price, or is in it', async () => {
  tax();
  expect(await renderClassPage()).toHaveTextContent(
    /^Plus 8.875% sales tax, 5% on extras. A seat is \$271.10 with it. We hold your seat while you pay.$/,
  );
  tax({ isAdded: false });
  cleanup();
  expect(await renderClassPage()).toHaveTextContent(
    /^Includes 8.875% sales tax, 5% on extras. We hold your seat while you pay.$/,
  );
});

test('the page of a class of a school without a tax says nothing of one', async () => {
  expect(await renderClassPage()).toHaveTextContent(/^We hold your seat while you pay.$/);
});

// Rules: R637.
test.each([
  [{}, '$249', 'plus 8.875% sales tax'],
  [{ isAdded: false }, '$249', ''],
  [{ percent: 0 }, '$249', ''],
])('a card and a row of Home say what comes on top of the price: %o', (more, price, said) => {
  tax(more);
  const free = buildClass({ _id: 'f'.repeat(24), price: 0 });
  renderApp(
    <ul>
      <ClassCard campClass={buildClass()} action={null} />
      <ClassCard campClass={free} action={null} />
      <CampRow camp={buildClass()} />
      <CampRow camp={free} />
    </ul>,
  );
  expect(screen.getAllByText(price)).toHaveLength(2);
  expect(screen.queryAllByText(said || 'sales tax', { exact: false })).toHaveLength(said ? 2 : 0);
});

// Rules: R637.
test.each([
  [{}, /\$249 plus 8.875% sales tax · 8 free/],
  [{ isAdded: false }, /\$249 · 8 free/],
])('the office reads it where it chooses a class: %o', (more, said) => {
  tax(more);
  renderApp(<OfficeChoice />);
  expect(screen.getByRole('button', { name: /^Sailing/ })).toHaveTextContent(said);
});

function OfficeChoice() {
  const form = useForm({ defaultValues: { classId: '' } });
  return (
    <FormProvider {...form}>
      <ChooseClass
        {...{ name: 'classId', classes: [buildClassChoice()], none: 'None.' }}
        judge={() => undefined}
      />
    </FormProvider>
  );
}

test('no card, row or dialog of a school without a tax has the word', () => {
  const { container } = renderApp(
    <>
      <ClassCard campClass={buildClass()} action={null} />
      <CampRow camp={buildClass()} />
      <ClassLine campClass={buildClass()} />
    </>,
  );
  expect(container).toHaveTextContent('$249');
  expect(container).not.toHaveTextContent(/tax/i);
});

test('the dialog that joins says it beside the price; for a free class it does not', () => {
  tax({ extras: 8.875, isAdded: false });
  const { container } = renderApp(
    <>
      <ClassLine campClass={buildClass()} />
      <ClassLine campClass={buildClass({ price: 0 })} />
    </>,
  );
  const [paid, free] = container.querySelectorAll('p');
  expect(paid).toHaveTextContent(/\$249 a seat · Includes 8.875% sales tax$/);
  expect(free).not.toHaveTextContent('tax');
  tax();
  cleanup();
  const added = renderApp(<ClassLine campClass={buildClass()} />).container;
  expect(added).toHaveTextContent(
    /\$249 a seat · Plus 8.875% sales tax, 5% on extras · \$271.10 with it$/,
  );
});

test('the cart, the order and the link say how much of the price is tax before the card is charged', async () => {
  const course = buildCartItem({ price: 150.88, taxes: [OF_CLASS, OF_LUNCH] });
  answer('GET /myclass', [course]);
  const cart = renderApp(<SelectedCourses email={student.email} />, { user: student });
  for (const words of WORDS) expect(await screen.findByText(words)).toBeVisible();
  cart.unmount();

  const other = buildCartItem({ _id: 'd'.repeat(24), price: 108.88, taxes: [OF_CLASS] });
  const nothing = { renderExtras: () => null, code: null, hold: null };
  const order = renderApp(<OrderSummary courses={[course, other]} {...nothing} />);
  expect(screen.getByText('Includes 8.875% sales tax: $17.76 USD')).toBeVisible();
  expect(screen.getByText('Includes 5% sales tax: $2 USD')).toBeVisible();
  order.unmount();

  answer('POST /payLink', {
    state: 'open',
    seats: [
      { className: 'Judo', camp_start: '2027-07-05', camp_end: '2027-07-09', amount: 10_888 },
    ],
    ...{ amount: 10_888, taxes: [OF_CLASS], heldUntil: null, clientSecret: null },
  });
  renderApp(<PayByLink linked="K7QM2ZPA9RXC" />);
  expect(await screen.findByText('Together: $108.88 USD')).toBeVisible();
  expect(screen.getByText('Includes 8.875% sales tax: $8.88 USD')).toBeVisible();
});
