import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, refuse, type SentCall } from '../testing/server.ts';
import { renderApp } from '../testing/render.tsx';
import { Field } from './field.tsx';
import { FormProblem } from './form-problem.tsx';
import { Form } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useCallForm } from './use-call-form.ts';

const RECORD = '65f1c0ffee0123456789abcd';

/** Its second field is deep in the body, and `classId` is not typed here. */
function Incident({ classId = RECORD, isShort = false }: { classId?: string; isShort?: boolean }) {
  const form = useCallForm('POST /incidents', {
    defaultValues: { time: '', incident: { what: '', where: '' } },
    toInput: ({ time, incident }) => ({
      body: {
        _id: crypto.randomUUID(),
        classId,
        day: '2027-07-05',
        personId: RECORD,
        time,
        incident: { ...incident, treatment: '', witness: '', parentsToldAt: null },
      },
    }),
    findProblems: ({ incident }) => ({
      'incident.where': incident.where === 'Here' && 'Say where that is',
    }),
  });
  return (
    <Form form={form} onSubmit={form.send}>
      <Field label="When?" {...form.register('time')} />
      {!isShort && <Field label="What?" {...form.register('incident.what')} />}
      <Field label="Where?" {...form.register('incident.where')} />
      <FormProblem />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

/** @returns the calls that were made */
function open(page = <Incident />) {
  const sent: SentCall[] = [];
  answer('POST /incidents', (call) => {
    sent.push(call);
    return { status: true };
  });
  renderApp(page);
  return sent;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

// First, while the contract is not loaded.
test('if the contract can’t be loaded, the server says what is wrong, beside the same field', async () => {
  vi.doMock('@speakifyr/contract/contract.ts', () => {
    throw new Error('The app has been updated');
  });
  open();
  // With two imports under way at once, the real one gets through.
  await vi.dynamicImportSettled();
  answer('POST /incidents', () =>
    refuse('invalid_input', { fields: { 'body.incident.what': 'What happened?' } }),
  );
  await save();

  await waitFor(() =>
    expect(screen.getByLabelText('What?')).toHaveAccessibleDescription('What happened?'),
  );
  expect(screen.getByLabelText('What?')).toHaveFocus();
  vi.doUnmock('@speakifyr/contract/contract.ts');
  vi.resetModules();
});

test('the contract says what is wrong, beside each field, and nothing is sent', async () => {
  const sent = open();
  await save();

  await waitFor(() =>
    expect(screen.getByLabelText('When?')).toHaveAccessibleDescription('Please enter a time.'),
  );
  expect(screen.getByLabelText('What?')).toBeInvalid();
  expect(screen.getByLabelText('When?')).toHaveFocus();
  expect(sent).toEqual([]);

  await userEvent.type(screen.getByLabelText('When?'), '09:30');
  await userEvent.type(screen.getByLabelText('What?'), 'A fall');
  await waitFor(() => expect(screen.getByLabelText('What?')).toBeValid());
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ time: '09:30', incident: { what: 'A fall' } });
});

test('what only the page knows to be wrong stands beside its field, too', async () => {
  const sent = open();
  await userEvent.type(screen.getByLabelText('When?'), '09:30');
  await userEvent.type(screen.getByLabelText('What?'), 'A fall');
  await userEvent.type(screen.getByLabelText('Where?'), 'Here');
  await save();

  expect(await screen.findByText('Say where that is')).toBeVisible();
  expect(sent).toEqual([]);
});

test('what nobody can mend in this form is for the server to refuse', async () => {
  open(<Incident classId="none" />);
  answer('POST /incidents', () =>
    refuse('invalid_input', { fields: { 'body.classId': 'Must be a valid id.' } }),
  );
  await userEvent.type(screen.getByLabelText('When?'), '09:30');
  await userEvent.type(screen.getByLabelText('What?'), 'A fall');
  await save();

  expect(await screen.findByRole('alert')).toHaveTextContent('Must be a valid id.');
});

test('what is wrong with a field that is not shown is said all the same', async () => {
  const sent = open(<Incident isShort />);
  await userEvent.type(screen.getByLabelText('When?'), '09:30');
  await save();

  expect(await screen.findByRole('alert')).toBeVisible();
  expect(sent).toEqual([]);
});
