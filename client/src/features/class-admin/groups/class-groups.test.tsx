import type { ClassGroups as Groups } from '@speakifyr/contract/groups.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildEnrolledPerson } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ClassGroups } from './class-groups.tsx';

const ID = 'c'.repeat(24);
const OTTERS = 'a'.repeat(24);
const HERONS = 'b'.repeat(24);
const [ADA, BEN, CLEO] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
];
const MAREN = '8'.repeat(24);

const group = (_id: string, name: string) => ({
  ...{ _id, name, ageFrom: null, ageTo: null, places: null, leaders: [] },
});
const TWO: Groups = {
  version: 4,
  groups: [
    { ...group(OTTERS, 'Otters'), ageTo: 9, places: 1, leaders: [MAREN] },
    { ...group(HERONS, 'Herons'), ageFrom: 8 },
  ],
  pairs: [],
  seats: [],
};

const seat = (cartId: string, name: string, birthDate: string) =>
  buildEnrolledPerson({ cartId, name, birthDate });
const CLASS: ClassPeople = {
  ...{ _id: ID, name: 'Sailing on the Lake', course_tag: 'SAI', instructor: 'Maren Solbakk' },
  ...{ camp_start: '2027-08-02', camp_end: '2027-08-06', status: 'open', canceled: null },
  ...{ sit: 6, price: 249, assign_room: 8, held: [], refunded: [], groups: TWO },
  enrolled: [
    seat(ADA, 'Ada Byron', '2019-03-01'),
    seat(BEN, 'Ben Ahlers', '2018-03-01'),
    seat(CLEO, 'Cleo Moss', '2016-03-01'),
  ],
};

/** @returns what is sent */
function renderGroups(groups: Partial<Groups> = {}, changes: Partial<ClassPeople> = {}): Groups[] {
  const sent: Groups[] = [];
  answer('GET /classTeam/:classId', {
    lead: { userId: MAREN, name: 'Maren Solbakk', email: 'maren@speakifyr.test', certificates: [] },
    ...{ days: [], today: '2027-08-02', members: [], people: [] },
  });
  answer('PUT /classGroups/:classId', ({ body }) => {
    sent.push(body as Groups);
    return { status: true };
  });
  renderApp(<ClassGroups people={{ ...CLASS, groups: { ...TWO, ...groups }, ...changes }} />);
  return sent;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

const card = async (name: string) => within(await screen.findByRole('region', { name }));

// Rules: R680.
test('each group says for whom it is, how full, who leads it and who is in it', async () => {
  renderGroups({ seats: [{ cartId: ADA, groupId: OTTERS }] });
  const otters = await card('Otters');
  expect(await otters.findByText('Ages up to 9 · 1 of 1 places · Maren Solbakk')).toBeVisible();
  expect(otters.getByText('Ada Byron')).toBeVisible();
  expect(otters.getByLabelText('Group of Ada Byron')).toHaveValue(OTTERS);
  expect((await card('Herons')).getByText('Ages 8 and up · 0 there')).toBeVisible();
  expect((await card('No group')).getByText('No group : 2')).toBeVisible();
});

// Rules: R681.
test('one press fills the groups; it is shown first, and says who could not be placed', async () => {
  const sent = renderGroups({ pairs: [{ cartIds: [BEN, CLEO], isApart: true }] });
  await press('Fill by age');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill the groups' }));
  expect(dialog.getByText('Ada Byron, age 8')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await findDialog(/people have a group now/);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ version: 4, groups: TWO.groups });
  const groupOf = new Map(sent[0]?.seats.map(({ cartId, groupId }) => [cartId, groupId]));
  expect(groupOf.get(BEN)).not.toBe(groupOf.get(CLEO));
});

// Rules: R681, R682.
test('who is in a group stays there, and nobody comes into a full one', async () => {
  const sent = renderGroups({
    groups: [{ ...group(OTTERS, 'Otters'), places: 1 }],
    seats: [{ cartId: CLEO, groupId: OTTERS }],
  });
  await press('Fill by age');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill the groups' }));
  expect(dialog.getByText('No group : 2')).toBeVisible();
  expect(dialog.getByText('Ben Ahlers, age 9: no place left')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(sent).toEqual([]);
});

test('somebody is moved by hand, and the page says what is wrong with that', async () => {
  const all = [ADA, BEN, CLEO].map((cartId) => ({ cartId, groupId: OTTERS }));
  const sent = renderGroups({ seats: all, pairs: [{ cartIds: [ADA, BEN], isApart: true }] });
  const otters = await card('Otters');
  expect(otters.getByText('More people than places.')).toBeVisible();
  expect(otters.getByText('For other ages: Cleo Moss.')).toBeVisible();
  expect(otters.getByText('Must be apart: Ada Byron and Ben Ahlers.')).toBeVisible();
  await userEvent.selectOptions(otters.getByLabelText('Group of Cleo Moss'), 'Herons');
  await expect
    .poll(() => sent[0]?.seats.find(({ cartId }) => cartId === CLEO)?.groupId)
    .toBe(HERONS);
  await userEvent.selectOptions(otters.getByLabelText('Group of Ada Byron'), 'No group');
  await expect.poll(() => sent[1]?.seats.map(({ cartId }) => cartId)).toEqual([BEN, CLEO]);
});

test('another admin was faster: the page says so', async () => {
  renderGroups();
  answer('PUT /classGroups/:classId', () => refuse('class_changed'));
  await userEvent.selectOptions(await screen.findByLabelText('Group of Ada Byron'), 'Otters');
  await findDialog(/Somebody else has changed this class/);
});

test('a new group has a name, ages, places and leaders', async () => {
  const sent = renderGroups({ groups: [group(OTTERS, 'Otters')] });
  await press('Add a group');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a group' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'otters');
  await userEvent.type(dialog.getByLabelText('Places'), 'many');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a whole number')).toBeVisible();
  await userEvent.clear(dialog.getByLabelText('Places'));
  await userEvent.type(dialog.getByLabelText('Places'), '8');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Another group has this name')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Herons');
  await userEvent.type(dialog.getByLabelText('Youngest age'), '7');
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Maren Solbakk' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await findDialog('Herons is saved');
  expect(sent[0]?.groups).toEqual([
    group(OTTERS, 'Otters'),
    {
      ...group(sent[0]?.groups[1]?._id ?? '', 'Herons'),
      ...{ ageFrom: 7, places: 8, leaders: [MAREN] },
    },
  ]);
});

test('a group that is deleted leaves its people without one', async () => {
  const sent = renderGroups({ seats: [{ cartId: ADA, groupId: OTTERS }] });
  await press('Delete Otters');
  await press('Yes, delete');
  await findDialog('Otters is deleted');
  expect(sent[0]).toMatchObject({ groups: [{ name: 'Herons' }], seats: [] });
});

// Rules: R683.
test('the office notes who should be together or apart, and takes it back', async () => {
  const pair = { cartIds: [ADA, BEN], isApart: true };
  const sent = renderGroups({ pairs: [pair] });
  const pairs = await card('Together or apart');
  expect(pairs.getByText(/Only the office reads this/)).toBeVisible();
  expect(pairs.getByText(/Ada Byron and Ben Ahlers/, { selector: 'li > span' })).toBeVisible();
  await press('Add two people');
  const dialog = within(await screen.findByRole('dialog', { name: 'Together or apart' }));
  await userEvent.selectOptions(dialog.getByLabelText('One person'), CLEO);
  await userEvent.selectOptions(dialog.getByLabelText('The other person'), CLEO);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please choose somebody else.')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('The other person'), ADA);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await findDialog('Saved');
  expect(sent[0]?.pairs).toEqual([pair, { cartIds: [CLEO, ADA], isApart: false }]);
  await press(/^Remove/);
  await expect.poll(() => sent[1]?.pairs).toEqual([]);
});

// Rules: R687.
test('what families wish is read by the office, and the press of the button goes by it', async () => {
  const sent = renderGroups(
    { groups: [group(OTTERS, 'Otters'), group(HERONS, 'Herons')] },
    { wishes: [[ADA, CLEO]] },
  );
  const pairs = await card('Together or apart');
  expect(pairs.getByText('Ada Byron and Cleo Moss')).toBeVisible();
  await press('Fill by age');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill the groups' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await findDialog('3 people have a group now');
  const groupOf = new Map(sent[0]?.seats.map(({ cartId, groupId }) => [cartId, groupId]));
  expect(groupOf.get(ADA)).toBe(groupOf.get(CLEO));
  expect(groupOf.get(BEN)).not.toBe(groupOf.get(CLEO));
  // A wish of families does not become one of the office.
  expect(sent[0]?.pairs).toEqual([]);
});
