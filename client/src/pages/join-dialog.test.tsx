import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildChild } from '../features/children/children.testing.ts';
import { buildCartItem, buildClass } from '../testing/factories.ts';
import { findDialog } from '../testing/find-dialog.ts';
import { location, renderApp, student } from '../testing/render.tsx';
import { answer, breakConnection, refuse } from '../testing/server.ts';
import { NEXT_YEAR, nextYear } from '../testing/today.ts';
import { JoinAction } from './join-action.tsx';

const sailing = buildClass({ ageFrom: 3, ageTo: 5 });
const [mia, tom, ben] = [
  buildChild({ name: 'Mia', birthDate: `${NEXT_YEAR - 4}-03-01` }),
  buildChild({ _id: 'e'.repeat(24), name: 'Tom', birthDate: `${NEXT_YEAR - 5}-03-01` }),
  // Six on the first day.
  buildChild({ _id: 'f'.repeat(24), name: 'Ben', birthDate: `${NEXT_YEAR - 6}-08-02` }),
];
const NAMES: Record<string, string> = { [mia._id]: 'Mia', [tom._id]: 'Tom', [ben._id]: 'Ben' };

type Family = {
  children?: ListedChild[];
  held?: CartItem[];
  campClass?: CampClass;
  /** The children for whom there is no seat. */
  refused?: ListedChild[];
};

/** A family on the page of a class. @returns the joins that the server gets */
function renderFamily(family: Family = {}) {
  const { children = [mia, tom, ben], campClass = sailing, refused = [] } = family;
  let { held = [] } = family;
  const joins: Record<string, unknown>[] = [];
  renderApp(<JoinAction campClass={campClass} />, { user: student });
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

  expect(dialog.getByText(/needs another guardian to book/)).toHaveTextContent('Tom');
});

test('a parent can join for themselves, without a child', async () => {
  const joins = renderFamily();

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('checkbox', { name: `Me (${student.name})` }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(1);
  expect(joins[0]).not.toHaveProperty('childId');
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
  const own = buildCartItem({ email: student.email, childId: mia._id, student_name: 'Mia' });
  const joins = renderFamily({ held: [own] });

  expect(await screen.findByRole('link', { name: /In your cart/ })).toBeVisible();
  const dialog = await openDialog(LABELS.joinAnother);
  expect(dialog.getByText(/already has a seat/)).toHaveTextContent('Mia');
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
    await dialog.findByRole('checkbox', { name: /^Tom This class overlaps with Chess/ }),
  ).toBeVisible();
  expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeVisible();
});

test('a free class enrolls the children at once', async () => {
  const joins = renderFamily({ campClass: { ...sailing, price: 0 } });

  const dialog = await openDialog(LABELS.joinFree);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enroll 2 people' }));

  await findDialog('You are enrolled. Your entry code is under Enrolled Course.');
  expect(joins).toHaveLength(2);
  expect(location.pathname).toBe('/dashboard/enroll');
});

test('a child is added in place, and chosen', async () => {
  renderFamily({ children: [ben] });
  answer('POST /myChildren', () => {
    answer('GET /myChildren', { children: [ben, mia], invitations: [] });
    return { status: true, child: mia };
  });

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a child' }));
  await userEvent.type(dialog.getByLabelText('Child’s name'), 'Mia');
  await userEvent.type(dialog.getByLabelText('Birth date'), mia.birthDate);
  await userEvent.click(dialog.getByRole('button', { name: 'Add this child' }));

  const box = await dialog.findByRole('checkbox', { name: 'Mia' });
  expect(box).toBeChecked();
  expect(box).toHaveFocus();
});

test('with Cancel nobody joins, and the button can be pressed again', async () => {
  const joins = renderFamily();

  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: LABELS.cancel }));

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await openDialog();
  expect(joins).toEqual([]);
});
