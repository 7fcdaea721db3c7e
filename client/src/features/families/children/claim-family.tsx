import { useNavigate } from 'react-router-dom';
import { showSuccess } from '../../../lib/dialogs.ts';
import { paths } from '../../../lib/paths.ts';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

/**
 * Takes the code of the school's letter. Then what the office booked is in this account.
 * @param props.isConfirmed whether the person has confirmed their email address
 */
export function ClaimFamily({ isConfirmed }: { isConfirmed: boolean }) {
  const navigate = useNavigate();
  const form = useCallForm('POST /claimFamily', {
    defaultValues: { code: '' },
    toInput: (body) => ({ body }),
  });

  async function submit(values: { code: string }) {
    await form.send(values);
    // The page says what waits to be paid, and which classes are next.
    void showSuccess('What the school booked for you is in your account').then(() =>
      navigate(paths.student),
    );
  }

  return (
    <>
      <PageHeading lead="Has the school booked for you by phone? Enter the code of its letter. Then you see the children and seats here, and you can pay by card.">
        Enter the code
      </PageHeading>
      {!isConfirmed && (
        <p className="rounded-box bg-accent/25 mb-6 max-w-xl p-4">
          Confirm your email address first: open the link that we have sent you, then log in again.
        </p>
      )}
      <Form
        form={form}
        className="card bg-base-100 shadow-card grid max-w-xl gap-5 p-5 sm:p-8"
        onSubmit={submit}
      >
        <Field
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-wider"
          hint="12 letters and digits, such as K7QM-2ZPA-9RXC"
          maxLength={40}
          {...form.register('code')}
        />
        <FormProblem />
        <SubmitButton>Link my family</SubmitButton>
      </Form>
    </>
  );
}
