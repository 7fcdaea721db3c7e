import type { ClassPeople as People } from '@speakifyr/contract/office.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildEnrolledPerson } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../../testing/server.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { ClassPeople } from './class-people.tsx';

const ID = 'c'.repeat(24);
const payment = { amount: 24_900, currency: 'USD', method: 'card' as const };

const nora: People['held'][number] = {
  cartId: '1'.repeat(24),
  userId: '8'.repeat(24),
  childId: null,
  name: 'Nora Feldsee',
  email: 'nora@speakifyr.test',
  ...{ bookedBy: 'Nora Feldsee', phone: null, birthDate: null },
  ...{ cost: 24_900, isReserved: false, isOffered: false },
  joinedAt: '2027-05-04T10:00:00.000Z',
  heldUntil: '2027-05-04T10:30:00.000Z',
  payment: { ...payment, _id: 'pi_nora', state: 'open' },
};
const ben = {
  ...nora,
  cartId: '2'.repeat(24),
  childId: null,
  name: 'Ben Ahlers',
  bookedBy: 'Ben Ahlers',
  email: 'ben@x.test',
  payment: null,
};

const sailing: People = {
  _id: ID,
  name: 'Sailing on the Lake',
  course_tag: 'SAI',
  instructor: 'Maren Solbakk',
  camp_start: '2027-08-02',
  camp_end: '2027-08-06',
  status: 'open',
  canceled: null,
  sit: 6,
  price: 249,
  assign_room: 8,
  enrolled: [buildEnrolledPerson()],
  held: [nora, ben],
  groups: { version: 0, groups: [], pairs: [], seats: [] },
  refunded: [
    {
      refundId: 're_carl',
      _id: 'pi_carl',
      state: 'failed',
      reason: 'by admin',
      amount: 10_025,
      currency: 'USD',
      name: '=Carl',
      email: 'carl@speakifyr.test',
      cartId: '4'.repeat(24),
      createdAt: '2027-05-02T10:00:00.000Z',
      at: '2027-05-03T10:00:00.000Z',
    },
  ],
};

function renderPeople(changes: Partial<People> = {}) {
  answer('GET /classPeople/:id', { ...sailing, ...changes });
  return renderApp(
    <ClassPeople
      classId={ID}
      renderHold={(heldUntil) => <time>{heldUntil}</time>}
      renderActions={() => null}
    />,
  );
}

const findRow = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));

const pressRelease = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Release the seat of Nora Feldsee' }));

// Rules: R53, R72, R201.
test('the page says who is enrolled and has paid, who holds a seat, and whose money went back', async () => {
  renderPeople();

  const ada = await findRow('Ada Byron');
  expect(ada.getByText('SAI-101')).toBeVisible();
  expect(ada.getByText('ada@speakifyr.test')).toBeVisible();
  // From the class to the parent in one step.
  expect(ada.getByText('Age 9')).toBeVisible();
  expect(ada.getByText('Anne Byron')).toBeVisible();
  expect(await ada.findByRole('link', { name: '+1 202 555 0123' })).toHaveAttribute(
    'href',
    'tel:+12025550123',
  );
  expect(ada.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute(
    'href',
    `/dashboard/families/${'7'.repeat(24)}`,
  );
  expect(ada.getByText('Paid')).toBeVisible();
  expect(ada.getByRole('link', { name: '$249 USD' })).toHaveAttribute(
    'href',
    '/dashboard/payments?search=pi_ada',
  );
  const held = await findRow('Nora Feldsee');
  expect(held.getByText('Not finished')).toBeVisible();
  expect(held.getByText(nora.heldUntil)).toBeVisible();
  expect((await findRow('Ben Ahlers')).getByText('Payment not started')).toBeVisible();
  const carl = await findRow('=Carl');
  expect(carl.getByText('$100.25 USD')).toBeVisible();
  expect(carl.getByText('failed (given back, seat kept)')).toBeVisible();
  expect(carl.getByText('Mon 3 May 2027')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Sailing on the Lake' })).toBeVisible();
  expect(
    screen.getByText('SAI · Mon 2 – Fri 6 August 2027 · Room 8 · Maren Solbakk'),
  ).toBeVisible();
  expect(screen.getByText('Free seats').parentElement).toHaveTextContent('6');
});

test('what a class has been paid is without the parts that went back', async () => {
  const paid = { ...payment, _id: 'pi_ben', currency: 'EUR', state: 'enrolled' as const };
  const ben = buildEnrolledPerson({ cartId: '5'.repeat(24), left: 10_050, payment: paid });
  renderPeople({ enrolled: [buildEnrolledPerson({ left: 20_000 }), ben] });

  expect((await screen.findByText('$200 USD + €100.50 EUR')).previousSibling).toHaveTextContent(
    'Paid',
  );
});

test('the CSV file has everybody on the page, and no formulas', async () => {
  const file = watchDownload();
  renderPeople();

  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));

  const { name, lines } = await file.read();
  expect(name).toBe('sailing-on-the-lake-people.csv');
  expect(lines.slice(1)).toEqual([
    `"SAI-101","Ada Byron",9,"Anne Byron","'+12025550123","ada@speakifyr.test","enrolled",249,249,0,"USD","pi_ada","2027-05-02","",""`,
    '"","Nora Feldsee","","Nora Feldsee","","nora@speakifyr.test","held",249,0,"","USD","pi_nora","2027-05-04","2027-05-04 4:30 PM",""',
    '"","Ben Ahlers","","Ben Ahlers","","ben@x.test","held","","","","","","2027-05-04","2027-05-04 4:30 PM",""',
    `"","'=Carl","","","","carl@speakifyr.test","refund failed (given back, seat kept)","",-100.25,"","USD","pi_carl","2027-05-03","",""`,
  ]);
});

// Rules: R647.
test('page and file say which days of a class that is sold by day each seat has', async () => {
  const file = watchDownload();
  const days = ['2027-08-02', '2027-08-04'];
  renderPeople({ enrolled: [buildEnrolledPerson({ days })], held: [], refunded: [] });
  expect(
    await screen.findByText(/Mon 2 – Wed 4 August 2027, on Mondays and Wednesdays/),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));
  const { lines } = await file.read();
  expect(lines[0]).toMatch(/,"Days"$/);
  expect(lines[1]).toMatch(/,"2027-08-02; 2027-08-04"$/);
});

test('the CSV file says how a price came about', async () => {
  const file = watchDownload();
  const lines = [
    { kind: 'base' as const, label: 'Full price', amount: 10_000, percent: null, discountId: null },
    { kind: 'early' as const, label: 'Early', amount: -1_000, percent: 10, discountId: 'a' },
  ];
  renderPeople({ enrolled: [buildEnrolledPerson({ lines })], held: [], refunded: [] });
  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));
  expect((await file.read()).lines[1]).toMatch(/,"Full price 100; Early -10"$/);
});

test('the page can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  renderPeople();

  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));

  expect(print).toHaveBeenCalledOnce();
});

test('an archived class still has its page, but no form', async () => {
  renderPeople({ status: 'archived', held: [], refunded: [] });

  expect(
    await screen.findByRole('heading', { name: 'Sailing on the Lake Archived' }),
  ).toBeVisible();
  expect((await findRow('Ada Byron')).getByText('Paid')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Update Course' })).toBeNull();
});

test('a seat is released after a confirmation that says what happens', async () => {
  const released: unknown[] = [];
  const { queryClient } = renderPeople();
  for (const key of ['GET /adminClasses', 'GET /classes', 'GET /payments'])
    queryClient.setQueryData([key], []);
  answer('DELETE /classHolds/:classId/:cartId', ({ params }) => {
    released.push(params);
    answer('GET /classPeople/:id', { ...sailing, held: [ben] });
    return { status: true };
  });

  await pressRelease();
  expect(await findDialog('Release the seat of Nora Feldsee?')).toHaveTextContent(
    /free again at once, and a payment that is not finished is canceled/,
  );
  expect(released).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Release!' }));

  await findDialog('Seat Released');
  expect(released).toEqual([{ classId: ID, cartId: nora.cartId }]);
  await waitFor(() => expect(screen.queryByText('Nora Feldsee')).toBeNull());
  for (const key of ['GET /adminClasses', 'GET /classes', 'GET /payments'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('a seat that has just been paid for stays, and the server’s reason is shown', async () => {
  renderPeople({ held: [nora] });
  answer('DELETE /classHolds/:classId/:cartId', () => {
    answer('GET /classPeople/:id', { ...sailing, held: [] });
    return refuse('already_joined', { message: 'This course is paid for.' });
  });

  await pressRelease();
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Release!' }));

  await findDialog('This course is paid for.');
  expect(await screen.findByText('No open holds')).toBeInTheDocument();
});

test('a class without anybody says so', async () => {
  renderPeople({ enrolled: [], held: [], refunded: [] });

  expect(await screen.findByText('Nobody is enrolled right now.')).toBeVisible();
  expect(screen.getByText('No open holds')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Open Holds : 0' })).toBeVisible();
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /classPeople/:id');
  renderApp(
    <ClassPeople classId={ID} renderHold={(heldUntil) => heldUntil} renderActions={() => null} />,
  );
  expect(await screen.findByText('The class could not be loaded')).toBeVisible();

  answer('GET /classPeople/:id', sailing);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('Nora Feldsee')).toBeVisible();
});

test('a class that does not exist leads back to all classes', async () => {
  answer('GET /classPeople/:id', () => refuse('not_found'));
  renderApp(
    <ClassPeople classId={ID} renderHold={(heldUntil) => heldUntil} renderActions={() => null} />,
  );

  expect(await screen.findByText('This class does not exist')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all classes' })).toHaveAttribute(
    'href',
    '/dashboard/updateCourse',
  );
});

test('an admin writes to the class from here, but not to a draft', async () => {
  const { unmount } = renderPeople();
  expect(await screen.findByRole('link', { name: 'Message to the class' })).toHaveAttribute(
    'href',
    `/dashboard/classes/${ID}/message`,
  );
  unmount();

  renderPeople({ status: 'draft' });
  await screen.findByRole('link', { name: 'Update Course' });
  expect(screen.queryByRole('link', { name: 'Message to the class' })).not.toBeInTheDocument();
});

// Rules: R684.
test('page and file say in which group somebody is', async () => {
  const file = watchDownload();
  const person = buildEnrolledPerson();
  const group = { _id: 'a'.repeat(24), name: 'Otters', ageFrom: null, ageTo: null, places: null };
  renderPeople({
    ...{ enrolled: [person], held: [nora], refunded: [] },
    groups: {
      ...{ version: 1, groups: [{ ...group, leaders: [] }], pairs: [] },
      seats: [{ cartId: person.cartId, groupId: group._id }],
    },
  });
  expect(await screen.findByText('Age 9 · Otters')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));
  const { lines } = await file.read();
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['"Group"', '"Otters"', '""']);
});
