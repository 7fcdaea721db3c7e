import type { CampNeed } from '@speakifyr/contract/limits.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { buildEnrolled } from '../../features/enrollment/changes/change-seat.testing.ts';
import {
  buildChild,
  buildChildDetails,
  grandfather,
} from '../../features/families/children/children.testing.ts';
import { linkToChild, paths } from '../../lib/paths.ts';
import { location, renderApp, student } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { ChildPage } from './child-page.tsx';

const MIA = { _id: '1'.repeat(24), name: 'Mia Feldsee' };
const TOM = { _id: '2'.repeat(24), name: 'Tom Feldsee' };

/** What the camp lacks about each. */
function lack(ofMia: CampNeed[], ofTom: CampNeed[]) {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ childId: MIA._id, needs: ofMia }),
    buildEnrolled({ cartId: '2'.repeat(24), childId: TOM._id, needs: ofTom }),
  ]);
}

test('one way leads through everything that the camp lacks, about this child and then the others', async () => {
  answer('GET /myChildren', { children: [MIA, TOM].map(buildChild), invitations: [] });
  answer('GET /myChildren/:id', ({ params }) =>
    buildChildDetails(params['id'] === MIA._id ? MIA : { ...TOM, contacts: [] }),
  );
  lack(['emergency', 'pickUp'], ['health', 'emergency']);
  renderApp(
    <Routes>
      <Route path={paths.child} element={<ChildPage />} />
    </Routes>,
    { at: linkToChild(MIA._id), user: student },
  );

  const contacts = within(await screen.findByRole('region', { name: 'Contacts' }));
  const health = within(screen.getByRole('region', { name: 'Health' }));
  expect(await health.findByRole('link', { name: 'Say whom to call for Mia' })).toBeVisible();
  expect(health.getByRole('status')).toHaveTextContent('Before camp, 4 things are missing.');
  expect(contacts.queryByRole('status')).toBeNull();

  answer('PUT /myChildren/:id/contacts', () => {
    lack([], ['health']);
    return { status: true as const };
  });
  await userEvent.click(contacts.getByRole('button', { name: 'Add a contact' }));
  await userEvent.clear(contacts.getByLabelText('Name'));
  await userEvent.type(contacts.getByLabelText('Name'), grandfather.name);
  await userEvent.type(contacts.getByLabelText('Phone'), grandfather.phone);
  await userEvent.type(contacts.getByLabelText('Relation to the child'), grandfather.relation);
  await userEvent.click(contacts.getByRole('button', { name: 'Save contact' }));

  await userEvent.click(await contacts.findByRole('link', { name: 'Answer now for Tom' }));
  expect(location).toMatchObject({ pathname: linkToChild(TOM._id), hash: '#health' });
});

/** All that the page says outside its heading, what the parent agrees to, and what erases something. */
function readBody(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('h1, label, details')) part.remove();
  for (const button of copy.querySelectorAll('button'))
    if (/^Delete /.test(button.textContent)) button.remove();
  return copy.textContent;
}

// Rules: R535.
test('the family reads its child’s first name, and the whole name in the heading, in consents and to delete it', async () => {
  answer('GET /myChildren', { children: [MIA, TOM].map(buildChild), invitations: [] });
  answer('GET /myEnrolledClass', []);
  answer(
    'GET /myChildren/:id',
    buildChildDetails({ ...MIA, health: 'missing', healthAnswer: null }),
  );
  const at = { at: linkToChild(MIA._id), user: student };
  const page = (
    <Routes>
      <Route path={paths.child} element={<ChildPage />} />
    </Routes>
  );
  const { unmount } = renderApp(page, at);
  expect(await screen.findByRole('heading', { level: 1, name: MIA.name })).toBeVisible();
  expect(screen.getByLabelText(/Mia Feldsee’s health, to take care of Mia Feldsee/)).toBeVisible();
  expect(screen.getByRole('button', { name: `Delete ${MIA.name}` })).toBeVisible();
  expect(readBody()).toContain('Somebody must not pick up Mia');
  expect(readBody()).toContain('know about Mia’s health?');
  expect(readBody()).not.toContain(MIA.name);
  unmount();

  // Two children with the same first name have both their whole names.
  const other = { _id: '3'.repeat(24), name: 'Mia Berg' };
  answer('GET /myChildren', { children: [MIA, other].map(buildChild), invitations: [] });
  renderApp(page, at);
  expect(await screen.findByText('Somebody must not pick up Mia Feldsee')).toBeVisible();
});
