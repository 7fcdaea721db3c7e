import type { OfficeForm } from '@speakifyr/contract/forms.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, type SentCall } from '../../../testing/server.ts';
import { EditForm } from './edit-form.tsx';
import { FormList } from './form-list.tsx';
import { readTemplate, TEMPLATES } from './templates.ts';

const ID = 'f'.repeat(24);

function renderEditor(at: string, forms: OfficeForm[] = []) {
  const sent: SentCall[] = [];
  answer('GET /forms', forms);
  answer('GET /classChoices', []);
  answer('PUT /forms', (call) => {
    sent.push(call);
    return { status: true };
  });
  renderApp(
    <Routes>
      <Route path="/dashboard/formList/:id" element={<EditForm />} />
      <Route path="/dashboard/formList" element={<FormList />} />
    </Routes>,
    { at, user: { ...student, role: 'admin', bundle: 'director' } },
  );
  return sent;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

// Rules: R662.
test('a director writes a question that hangs on another one, sees what parents see, and publishes', async () => {
  const sent = renderEditor(`/dashboard/formList/${ID}?from=empty`);
  await press('Publish');
  await userEvent.type(await screen.findByLabelText('Name that parents read'), 'Bus');
  await press('Add a question');
  await press('Add a question');
  const [first, second] = screen.getAllByRole('group', { name: /^Question \d$/ });
  await userEvent.type(within(first!).getByLabelText('Question'), 'Does your child take the bus?');
  await userEvent.selectOptions(within(first!).getByLabelText('Answer'), 'yesNo');
  await userEvent.type(within(second!).getByLabelText('Question'), 'Which stop?');
  await userEvent.selectOptions(
    within(second!).getByLabelText('Asked'),
    'If “Does your child take the bus?” is yes',
  );
  const preview = within(screen.getByRole('region', { name: 'What parents see' }));
  expect(preview.queryByLabelText('Which stop?')).not.toBeInTheDocument();
  await userEvent.click(preview.getByRole('radio', { name: 'Yes' }));
  expect(await preview.findByLabelText('Which stop?')).toBeVisible();
  await press('Publish');
  await userEvent.click(
    within(await findDialog('Publish it?')).getByRole('button', { name: 'Publish' }),
  );
  await waitFor(() => expect(location.pathname).toBe('/dashboard/formList'), { timeout: 4_000 });
  expect(sent[0]?.body).toMatchObject({
    ...{ id: ID, revision: 0, act: 'publish' },
    form: {
      ...{ name: 'Bus', kind: 'questions', about: 'child' },
      questions: [
        { kind: 'yesNo', label: 'Does your child take the bus?' },
        { label: 'Which stop?', showIf: { is: 'yes' } },
      ],
    },
  });
});

test('what is missing stands beside its field, and nothing is sent', async () => {
  const sent = renderEditor(`/dashboard/formList/${ID}?from=empty`);
  await press('Save as a draft');
  expect(await screen.findByText('The form needs a name.')).toBeVisible();
  await press('Add a question');
  await userEvent.selectOptions(screen.getByLabelText('Answer'), 'one');
  await userEvent.type(screen.getByLabelText('Choices'), 'Only one');
  await press('Save as a draft');
  expect(await screen.findByText('Write the question.')).toBeVisible();
  expect(await screen.findByText('Write at least two choices.')).toBeVisible();
  expect(sent).toEqual([]);
});

// Rules: R695, R693.
test('a document of a child can be about health; of a family it can’t', async () => {
  const sent = renderEditor(`/dashboard/formList/${ID}?from=empty`);
  await userEvent.type(await screen.findByLabelText('Name that parents read'), 'Record');
  await userEvent.selectOptions(screen.getByLabelText('What it is'), 'document');
  const box = () => screen.queryByRole('checkbox', { name: /^It is about health: parents agree/ });
  await userEvent.click(box()!);
  const preview = within(screen.getByRole('region', { name: 'What parents see' }));
  expect(preview.getByLabelText('Choose a file or take a picture')).toBeDisabled();
  expect(preview.getByText(/^Parents agree to your text about health here/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('About'), 'family');
  expect(box()).not.toBeInTheDocument();
  expect(preview.queryByText(/^Parents agree/)).not.toBeInTheDocument();
  await press('Save as a draft');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ form: { kind: 'document', text: '', questions: [] } });
  expect(sent[0]?.body).not.toMatchObject({ form: { isHealth: true } });
});

// Rules: R695.
test('a question that hangs on one about health is about health, too, and stays so for a family', async () => {
  const sent = renderEditor(`/dashboard/formList/${ID}?from=empty`);
  await userEvent.type(await screen.findByLabelText('Name that parents read'), 'Sleep');
  await press('Add a question');
  await press('Add a question');
  const [first, second] = screen.getAllByRole('group', { name: /^Question \d$/ });
  await userEvent.type(within(first!).getByLabelText('Question'), 'Wakes at night?');
  await userEvent.selectOptions(within(first!).getByLabelText('Answer'), 'yesNo');
  await userEvent.selectOptions(within(first!).getByLabelText('Who reads it'), 'care');
  await userEvent.type(within(second!).getByLabelText('Question'), 'What helps?');
  await userEvent.selectOptions(
    within(second!).getByLabelText('Asked'),
    'If “Wakes at night?” is yes',
  );
  const readers = within(second!).getByLabelText('Who reads it');
  await waitFor(() => expect(readers).toHaveValue('care'));
  await userEvent.selectOptions(readers, 'office');
  await press('Save as a draft');
  expect(await within(second!).findByText(/^It hangs on an answer about health/)).toBeVisible();
  await userEvent.selectOptions(readers, 'care');
  await userEvent.selectOptions(screen.getByLabelText('About'), 'family');
  await press('Save as a draft');
  expect(await screen.findAllByText('Only a child’s form asks about health.')).toHaveLength(2);
  expect(sent).toEqual([]);
});

test.each(TEMPLATES.filter(({ from }) => from !== 'empty'))(
  'the template $label can be published as it is',
  async ({ from }) => {
    const { contract } = await import('@speakifyr/contract/contract.ts');
    const body = { id: ID, revision: 0, form: readTemplate(from), act: 'publish' };
    expect(contract['PUT /forms'].body.safeParse(body).error).toBeUndefined();
  },
);

// Rules: R667.
test('the list says how many still have to answer', async () => {
  const terms = readTemplate('swimming');
  renderEditor('/dashboard/formList', [
    {
      ...{ _id: ID, isArchived: false, revision: 2, draft: null, published: terms },
      ...{ versions: [{ version: 1, at: '2026-06-01T09:00:00.000Z', text: '' }] },
      ...{ asked: 12, lacking: 5 },
    },
  ]);
  expect(await screen.findByText('5 of 12 still have to answer.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Who has answered Swimming' })).toHaveAttribute(
    'href',
    `/dashboard/formPeople?form=${ID}`,
  );
});
