import type { CertificateFacts } from '@speakifyr/contract/certificates.ts';
import type { ClassTeam as Team, TeamMember } from '@speakifyr/contract/team.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ClassTeam } from './class-team.tsx';

const ID = 'c'.repeat(24);
const CLEAR: CertificateFacts = {
  ...{ kind: 'background_check', name: '', result: 'clear', on: '2030-01-01', expiresOn: null },
};
const certificates = [CLEAR];
const PIA = {
  ...{ userId: '1'.repeat(24), name: 'Pia Berg', email: 'pia@speakifyr.test', certificates },
};
const TOM = {
  ...{ userId: '2'.repeat(24), name: 'Tom Lind', email: 'tom@speakifyr.test', certificates },
};

/** A week in July; today is its Monday. */
const DAYS = ['2032-07-05', '2032-07-06', '2032-07-07', '2032-07-08', '2032-07-09'];
const [MONDAY = '', TUESDAY = '', WEDNESDAY = ''] = DAYS;

const buildMember = (changes: Partial<TeamMember> = {}): TeamMember => ({
  ...{ memberId: '9'.repeat(24), ...PIA, role: 'assistant', clash: null },
  ...{ from: MONDAY, to: WEDNESDAY },
  ...changes,
});

function renderTeam(changes: Partial<Team> = {}) {
  answer('GET /classTeam/:classId', {
    lead: {
      ...{ userId: '3'.repeat(24), name: 'Maren Solbakk' },
      ...{ email: 'maren@speakifyr.test', certificates },
    },
    ...{
      days: DAYS,
      today: MONDAY,
      members: [],
      people: [PIA, TOM].map((one) => ({ ...one, busy: [] })),
    },
    ...changes,
  });
  renderApp(<ClassTeam classId={ID} />);
}

/** What is sent when somebody is added. */
function collectAdded(): unknown[] {
  const sent: unknown[] = [];
  answer('POST /classTeam/:classId', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  return sent;
}

const choose = async (role: 'radio' | 'button', name: string | RegExp) =>
  userEvent.click(await screen.findByRole(role, { name }));

// Rules: R386, R416.
test('a substitute for tomorrow is three presses away', async () => {
  const sent = collectAdded();
  renderTeam();

  await choose('button', 'Add a substitute');
  await choose('radio', /^Tom Lind/);
  await choose('button', 'Add');

  await findDialog('Tom Lind is on the team');
  expect(sent).toEqual([{ userId: TOM.userId, role: 'substitute', from: TUESDAY, to: TUESDAY }]);
});

test('somebody who is ill this morning is replaced today', async () => {
  const sent = collectAdded();
  renderTeam();

  await choose('button', 'Add a substitute');
  await choose('radio', /^Pia Berg/);
  await choose('radio', /^Today, /);
  await choose('button', 'Add');

  await findDialog('Pia Berg is on the team');
  expect(sent).toMatchObject([{ from: MONDAY, to: MONDAY }]);
});

test('an assistant gets all days of the class, which can be changed', async () => {
  const sent = collectAdded();
  renderTeam();

  await choose('button', 'Add an assistant');
  expect(screen.getByLabelText('First day')).toHaveValue(MONDAY);
  const last = screen.getByLabelText('Last day');
  await userEvent.clear(last);
  await userEvent.type(last, WEDNESDAY);
  await choose('radio', /^Pia Berg/);
  await choose('button', 'Add');

  await findDialog('Pia Berg is on the team');
  expect(sent).toEqual([{ userId: PIA.userId, role: 'assistant', from: MONDAY, to: WEDNESDAY }]);
});

test('somebody with another class at that time is added only after a warning', async () => {
  const sent: unknown[] = [];
  const message = 'This person has Kites at the same time.';
  answer('POST /classTeam/:classId', ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? refuse('member_busy', { message }) : { status: true };
  });
  renderTeam();

  await choose('button', 'Add a substitute');
  await choose('radio', /^Tom Lind/);
  await choose('button', 'Add');
  expect(await screen.findByText(message)).toBeVisible();
  await choose('button', 'Add anyway');

  await findDialog('Tom Lind is on the team');
  expect(sent[0]).not.toHaveProperty('confirm_busy');
  expect(sent[1]).toHaveProperty('confirm_busy', true);
});

test('people who are free on these days come first, and a search finds one of many', async () => {
  const busy = [{ name: 'Kites', from: TUESDAY, to: WEDNESDAY }];
  const many = Array.from({ length: 9 }, (_none, place) => ({
    ...{ ...TOM, userId: `${place}`.repeat(24), name: `Tom ${place}`, busy: [] },
  }));
  renderTeam({ people: [{ ...PIA, userId: 'a'.repeat(24), busy }, ...many] });
  const names = () => screen.getAllByRole('radio', { name: /speakifyr.test/ }).map(readName);
  const readName = (radio: HTMLElement) => radio.closest('label')?.textContent?.slice(0, 5);

  await choose('button', 'Add a substitute');
  expect(names().at(-1)).toBe('Pia B');
  expect(screen.getByText('Has Kites at the same time')).toBeVisible();
  // Monday is free.
  await choose('radio', /^Today, /);
  expect(names()[0]).toBe('Pia B');
  await userEvent.type(screen.getByLabelText('Find a person'), 'tom 7{Enter}');
  expect(names()).toEqual(['Tom 7']);
});

test('the warning is about one person: another one is asked about again', async () => {
  answer('POST /classTeam/:classId', () => refuse('member_busy'));
  renderTeam();

  await choose('button', 'Add a substitute');
  await choose('radio', /^Tom Lind/);
  await choose('button', 'Add');
  await screen.findByRole('button', { name: 'Add anyway' });
  await choose('radio', /^Pia Berg/);

  expect(screen.getByRole('button', { name: 'Add' })).toBeVisible();
});

test('the team has its lead, its members with their days, and warnings', async () => {
  const gone = { memberId: '8'.repeat(24), name: 'Ole Dahl', from: '2032-07-01', to: '2032-07-02' };
  renderTeam({ members: [buildMember(gone), buildMember({ clash: 'Kites' })] });

  expect(await screen.findByText('Maren Solbakk')).toBeVisible();
  const [row] = screen.getAllByRole('listitem');
  expect(row).toHaveTextContent(/Pia Berg.*Assistant · Mon 5 – Wed 7 July 2032 · now/);
  expect(row).toHaveTextContent('Has Kites at the same time.');
  expect(screen.getByText('Earlier : 1')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Ole Dahl/ })).toBeNull();
});

test('days can be changed, and a member taken off', async () => {
  const sent: unknown[] = [];
  answer('PATCH /classTeam/:classId/:memberId', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  answer('DELETE /classTeam/:classId/:memberId', ({ params }) => {
    sent.push(params['memberId']);
    return { status: true };
  });
  renderTeam({ members: [buildMember()] });

  await choose('button', 'Change days: Pia Berg');
  const last = screen.getByLabelText('Last day');
  await userEvent.clear(last);
  await userEvent.type(last, TUESDAY);
  await choose('button', 'Save');
  await findDialog('The days of Pia Berg are changed');
  await choose('button', 'Take off: Pia Berg');
  const dialog = within(await screen.findByRole('dialog', { name: /^Take Pia Berg off/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, take off' }));

  await waitFor(() => expect(screen.getByText('Pia Berg is off the team')).toBeVisible());
  expect(sent).toEqual([{ from: MONDAY, to: TUESDAY }, buildMember().memberId]);
});

test('a class that is over takes nobody', async () => {
  renderTeam({ days: [] });

  expect(await screen.findByText('Maren Solbakk')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

const firstAid = (expiresOn: string): CertificateFacts => ({
  ...{ kind: 'first_aid', name: '', result: null, on: '2030-01-01', expiresOn },
});

test('who has no background check, or whose certificate ends before their days do, is only added after reading so', async () => {
  const sent = collectAdded();
  renderTeam({
    people: [
      { ...PIA, certificates: [], busy: [] },
      { ...TOM, certificates: [CLEAR, firstAid(TUESDAY)], busy: [] },
    ],
  });

  await choose('button', 'Add an assistant');
  const pia = await screen.findByRole('radio', { name: /Pia Berg.*No background check/ });
  // She stays through Friday, and it ends on Tuesday.
  screen.getByRole('radio', { name: /Tom Lind.*First aid ends on 6 July 2032/ });
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: TUESDAY } });
  expect(screen.queryByText(/First aid ends/)).toBeNull();
  // The school decides.
  await userEvent.click(pia);
  await choose('button', 'Add');
  await findDialog('Pia Berg is on the team');
  expect(sent).toHaveLength(1);
});

test('the team says of its lead and its members which certificates have ended or are not clear', async () => {
  renderTeam({
    lead: { ...PIA, name: 'Maren Solbakk', certificates: [{ ...CLEAR, result: 'not_clear' }] },
    members: [buildMember({ certificates: [CLEAR, firstAid('2032-07-01')] })],
  });

  expect(await screen.findByText('Background check: not clear')).toBeVisible();
  const [row] = screen.getAllByRole('listitem');
  expect(row).toHaveTextContent('First aid ended on 1 July 2032');
  expect(row).not.toHaveTextContent('Background check');
});
