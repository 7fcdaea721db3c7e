import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildChild } from '../../families/children/children.testing.ts';
import { buildCartItem, buildClass } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { provider } from '../../../testing/fake-firebase.ts';
import { buildToken, location, renderApp, student } from '../../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../../testing/server.ts';
import { slowTest } from '../../../testing/slow-tests.ts';
import { NEXT_YEAR, nextYear } from '../../../testing/today.ts';
import { JoinAction } from './join-action.tsx';

const sailing = buildClass({ ageFrom: 3, ageTo: 5 });
/** The same class for children and adults. */
const familySailing = { ...sailing, ageTo: null };
const [mia, tom, ben] = [
  buildChild({ name: 'Mia', birthDate: `${NEXT_YEAR - 4}-03-01` }),
  buildChild({ _id: 'e'.repeat(24), name: 'Tom', birthDate: `${NEXT_YEAR - 5}-03-01` }),
  // Six on the first day.
  buildChild({ _id: 'f'.repeat(24), name: 'Ben', birthDate: `${NEXT_YEAR - 6}-08-02` }),
];
const ME = new RegExp(`^Me \\(${student.name}\\)`);
const NAMES: Record<string, string> = { [mia._id]: 'Mia', [tom._id]: 'Tom', [ben._id]: 'Ben' };

type Family = {
  user?: typeof student;
  children?: ListedChild[];
  held?: CartItem[];
  campClass?: CampClass;
  /** The children for whom there is no seat. */
  refused?: ListedChild[];
};

/** A family on the page of a class. @returns the joins that the server gets */
function renderFamily(family: Family = {}) {
  const { user = student, campClass = sailing, refused = [] } = family;
  const { children = [mia, tom, ben] } = family;
  let { held = [] } = family;
  const joins: Record<string, unknown>[] = [];
  renderApp(<JoinAction campClass={campClass} />, { user });
  answer('GET /myChildren', { children, invitations: [] });
  answer('GET /isUser', true);
  answer('GET /myclass', held);
  answer('GET /myEnrolledClass', []);
  answer('POST /addClass', ({ body }) => {
    const join = body as { childId?: string };
    joins.push(join);
    if (refused.some(({ _id }) => _id === join.childId)) return refuse('class_full');
    const cartId = String(joins.length).repeat(24);
    const childId = join.childId ?? null;
    const student_name = childId ? NAMES[childId] : student.name;
    const item = buildCartItem({ _id: cartId, childId, ...(student_name && { student_name }) });
    held = [...held, { ...item, email: student.email }];
    answer('GET /myclass', held);
    const enrolled = campClass.price === 0;
    return { status: true, message: '', cartId, heldUntil: item.heldUntil, enrolled };
  });
  return joins;
}

async function openDialog(button: string = LABELS.joinNow) {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: new RegExp(button) })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: new RegExp(button) }));
  return within(await screen.findByRole('dialog', { name: 'Who is it for?' }));
}

// Rules: R129, R130, R230, R232, R519, R525, R539.
test('a parent holds a seat for each child they choose, with one call for each', async () => {
  const joins = renderFamily();

  const dialog = await openDialog();
  expect(dialog.getByRole('button', { name: 'Hold 1 seat' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 seats' }));

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toMatchObject([
    { classId: sailing._id, childId: mia._id },
    { classId: sailing._id, childId: tom._id },
  ]);
});

test('a child who turns 6 on the first day is too old for ages 3 to 5, and the dialog says so', async () => {
  renderFamily();

  const dialog = await openDialog();

  const others = dialog.getByRole('list', { name: 'Cannot join this class' });
  expect(others).toHaveTextContent(
    'Ben will be 6 on the first day; this class is for ages 3 to 5.',
  );
  expect(dialog.queryByRole('checkbox', { name: 'Ben' })).not.toBeInTheDocument();
});

test('a child whom the school allows can join outside the ages', async () => {
  renderFamily({ children: [{ ...ben, allowedClasses: [sailing._id] }] });

  const dialog = await openDialog();

  // The only child who can join is chosen already.
  expect(dialog.getByRole('checkbox', { name: 'Ben' })).toBeChecked();
});

test('a guardian who may only see a child cannot book for it', async () => {
  renderFamily({ children: [mia, { ...tom, may: ['see'] }] });

  const dialog = await openDialog();

  expect(dialog.getByText('Tom').parentElement).toHaveTextContent('needs another guardian to book');
});

test.each([
  ['is not known', undefined],
  ['is known', student.birthDate],
])('a class for children is not offered to the parent, whose age %s', async (_title, birthDate) => {
  renderFamily({ user: { ...student, birthDate } });

  const dialog = await openDialog();

  expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeVisible();
  expect(dialog.queryByText(ME)).toBeNull();
});

test('a parent can join a class for themselves that takes their age, without a child', async () => {
  const joins = renderFamily({ campClass: familySailing });

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('checkbox', { name: ME }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(1);
  expect(joins[0]).not.toHaveProperty('childId');
});

/** What the server does with new children. @param before who is in the family already */
function answerNewChildren(children: ListedChild[], before: ListedChild[] = []) {
  let family = before;
  answer('POST /myChildren', ({ body }) => {
    const child = children.find(({ name }) => name === (body as ListedChild).name);
    if (!child) return refuse('child_exists');
    family = [...family, child];
    answer('GET /myChildren', { children: family, invitations: [] });
    return { status: true, child };
  });
}

async function typeChild(dialog: Awaited<ReturnType<typeof openDialog>>, child: ListedChild) {
  await userEvent.type(dialog.getByLabelText('Child’s name'), child.name);
  await userEvent.type(dialog.getByLabelText('Birth date'), child.birthDate);
}

test('a new parent types in a child and holds a seat with one press, but not for herself by mistake', async () => {
  const joins = renderFamily({ children: [], campClass: familySailing });
  answerNewChildren([mia]);

  const dialog = await openDialog();
  expect(dialog.getByLabelText('Child’s name')).toHaveFocus();
  expect(dialog.getByRole('checkbox', { name: ME })).not.toBeChecked();
  expect(dialog.getByRole('button', { name: 'Hold 1 seat' })).toBeDisabled();
  await typeChild(dialog, mia);
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toMatchObject([{ childId: mia._id }]);
});

test('two new children join with two presses, each added once', async () => {
  const joins = renderFamily({ children: [] });
  answerNewChildren([mia, tom]);

  const dialog = await openDialog();
  await typeChild(dialog, mia);
  await userEvent.click(dialog.getByRole('button', { name: 'Add another child' }));
  expect(await dialog.findByRole('checkbox', { name: 'Mia' })).toBeChecked();
  await waitFor(() => expect(dialog.getByLabelText('Child’s name')).toHaveFocus());
  await typeChild(dialog, tom);
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 seats' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toMatchObject([{ childId: mia._id }, { childId: tom._id }]);
});

test('who types the next child before the first one is added loses neither', async () => {
  const joins = renderFamily({ children: [] });
  const sent: unknown[] = [];
  let goOn = () => {};
  const isAnswered = new Promise<void>((resolve) => (goOn = resolve));
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Add another child' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  await typeChild(dialog, mia);
  answer('POST /myChildren', async ({ body }) => {
    sent.push(body);
    await isAnswered;
    answerNewChildren([tom], [mia]);
    answer('GET /myChildren', { children: [mia], invitations: [] });
    return { status: true, child: mia };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Add another child' }));
  await userEvent.clear(dialog.getByLabelText('Child’s name'));
  await userEvent.clear(dialog.getByLabelText('Birth date'));
  await typeChild(dialog, tom);
  goOn();
  expect(await dialog.findByRole('checkbox', { name: 'Mia' })).toBeChecked();
  await userEvent.click(await dialog.findByRole('button', { name: 'Hold 2 seats' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(sent).toEqual([{ name: mia.name, birthDate: mia.birthDate, note: '' }]);
  expect(joins).toMatchObject([{ childId: mia._id }, { childId: tom._id }]);
});

test('nobody joins if the new child is too old, or is in the family already', async () => {
  const joins = renderFamily({ children: [mia] });
  answerNewChildren([ben], [mia]);

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a child' }));
  await typeChild(dialog, tom);
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 seats' }));
  expect(await dialog.findByText(/already added a child with this name/)).toBeVisible();
  await userEvent.clear(dialog.getByLabelText('Child’s name'));
  await userEvent.type(dialog.getByLabelText('Child’s name'), 'Ben');
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 seats' }));

  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Ben is added to your children, but can’t join this class.',
  );
  expect(joins).toEqual([]);
  // Nothing stays in the form that a second press would add again.
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));
  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toMatchObject([{ childId: mia._id }]);
});

test('who can hold no more before the address is confirmed reads so before the press, and then joins', async () => {
  const held = ['1', '2'].map((digit) =>
    buildCartItem({ _id: digit.repeat(24), classId: 'd'.repeat(24), email: student.email }),
  );
  const joins = renderFamily({ user: { ...student, isVerified: false }, held });

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  expect(dialog.getByRole('button', { name: 'Hold 1 seat' })).toBeEnabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  expect(dialog.getByRole('status')).toHaveTextContent(/you can hold 3 seats at a time/);
  expect(dialog.queryByRole('button', { name: 'Hold 2 seats' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: LABELS.emailConfirmed }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/is not confirmed yet/);
  expect(joins).toEqual([]);

  provider.confirmed.add(student.email);
  answer('GET /userInfo', student);
  answer('POST /jwt', { token: buildToken(student.email, 7_200) });
  await userEvent.click(dialog.getByRole('button', { name: LABELS.emailConfirmed }));
  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(2);
});

test('who wants a seat for themselves says their birth date once, and children under 18 do not get one', async () => {
  const joins = renderFamily({
    user: { ...student, birthDate: undefined },
    campClass: familySailing,
  });
  const saved: unknown[] = [];
  answer('PATCH /myProfile', ({ body }) => {
    saved.push(body);
    return { ...student, birthDate: '1989-04-12' };
  });

  const dialog = await openDialog();
  expect(dialog.queryByLabelText('Your birth date')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('checkbox', { name: ME }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please enter the birth date');
  await userEvent.type(dialog.getByLabelText('Your birth date'), mia.birthDate);
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('This is for people of 18 or older');
  expect(saved).toEqual([]);
  await userEvent.clear(dialog.getByLabelText('Your birth date'));
  await userEvent.type(dialog.getByLabelText('Your birth date'), '1989-04-12');
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(saved).toEqual([{ birthDate: '1989-04-12' }]);
  expect(joins).toHaveLength(1);
});

test('an account whose owner is not 18 yet takes no seat for itself', async () => {
  renderFamily({
    user: { ...student, birthDate: `${NEXT_YEAR - 12}-01-01` },
    campClass: familySailing,
  });

  const dialog = await openDialog();

  expect(dialog.getByText(ME).parentElement).toHaveTextContent(
    'can take a seat from the age of 18',
  );
  expect(dialog.queryByRole('checkbox', { name: ME })).not.toBeInTheDocument();
});

test('with fewer seats than children the parent picks who gets them, and the rest may wait', async () => {
  const joins = renderFamily({ campClass: { ...sailing, sit: 1, waiting: 2 } });
  answer('GET /myWaiting', []);
  answer('GET /classes', []);

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  expect(dialog.getByText(/Only 1 seat is left\. Choose who gets it/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Hold 2 seats' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  const waiting = within(await screen.findByRole('dialog', { name: LABELS.joinWaiting }));
  expect(joins).toMatchObject([{ childId: mia._id }]);
  expect(waiting.getByRole('checkbox', { name: 'Tom' })).toBeChecked();
  expect(waiting.queryByRole('checkbox', { name: 'Mia' })).not.toBeInTheDocument();
  const waits: unknown[] = [];
  answer('POST /waiting/:classId', ({ body }) => {
    waits.push(body);
    return { waitId: 'e'.repeat(24), position: 3 };
  });
  await userEvent.click(waiting.getByRole('button', { name: LABELS.joinWaiting }));
  await screen.findByRole('dialog', { name: 'You are number 3 on the list' });
  expect(waits).toMatchObject([{ childIds: [tom._id] }]);
});

test('a parent asks the school about a child whose age does not fit, with child and class named', async () => {
  renderFamily();

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('link', { name: /^Ask the school/ }));

  expect(location.pathname).toBe('/contact');
  expect(location.state).toEqual({
    message: expect.stringMatching(/^Can Ben join Sailing on the Lake/) as string,
  });
});

test('who has a seat, and who has none, is said by name', async () => {
  renderFamily({ refused: [tom] });

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 seats' }));

  expect(await findDialog('Mia has a seat. There was no seat left for Tom.')).toBeVisible();
});

test('a broken connection names the child who has no seat', async () => {
  renderFamily({ children: [mia] });
  breakConnection('POST /addClass');

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  expect(await findDialog(/^Mia has no seat yet: We could not reach the camp/)).toBeVisible();
});

test('after one child joined, the others still can; those with a seat are listed', async () => {
  const _id = '9'.repeat(24);
  const own = buildCartItem({ _id, email: student.email, childId: mia._id, student_name: 'Mia' });
  const joins = renderFamily({ held: [own] });

  expect(await screen.findByRole('link', { name: /In your cart/ })).toBeVisible();
  const dialog = await openDialog(LABELS.joinAnother);
  expect(dialog.getByText('Mia').parentElement).toHaveTextContent('already has a seat');
  expect(dialog.getByRole('checkbox', { name: 'Tom' })).toBeChecked();
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toMatchObject([{ childId: tom._id }]);
  // Both are paid for together, and nobody is left who could join.
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /In your cart/, hidden: true })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/dashboard\/payment\?carts=\d{24},\d{24}$/),
    ),
  );
  expect(screen.queryByRole('button', { name: /Join for/, hidden: true })).toBeNull();
});

test('only classes of the same child clash', async () => {
  const chess = buildCartItem({
    name: 'Chess',
    classId: 'd'.repeat(24),
    email: student.email,
    childId: tom._id,
    camp_start: nextYear('08-05'),
    camp_end: nextYear('08-09'),
  });
  renderFamily({ held: [chess] });

  const dialog = await openDialog();

  expect(
    await dialog.findByRole('checkbox', {
      name: /^Tom This class overlaps with Chess .*\. Pay for Chess first, or remove it\.$/,
    }),
  ).toBeVisible();
  expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeVisible();
});

slowTest('a free class enrolls the children at once', async () => {
  const joins = renderFamily({ campClass: { ...sailing, price: 0 } });

  const dialog = await openDialog(LABELS.joinFree);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enroll 2 people' }));

  await findDialog('You are enrolled. Your entry code is under Enrolled Course.');
  expect(joins).toHaveLength(2);
  expect(location.pathname).toBe('/dashboard/enroll');
});

test('with Cancel nobody joins, and the button can be pressed again', async () => {
  const joins = renderFamily();

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: LABELS.cancel }));

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await openDialog();
  expect(joins).toEqual([]);
});
