import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { paths } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';

/**
 * Takes the code of the school's letter. Then what the office booked is in this account.
 * @param props.isConfirmed whether the person has confirmed their email address
 */
export function ClaimFamily({ isConfirmed }: { isConfirmed: boolean }) {
  const navigate = useNavigate();
  const claim = useChange('POST /claimFamily');
  const [code, setCode] = useState('');
  const { message = '', fields = {} } = claim.isError ? readApiError(claim.error) : {};

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (claim.isPending) return;
    try {
      await claim.mutateAsync({ body: { code } });
    } catch {
      // The form says what is wrong.
      return;
    }
    await showSuccess('What the school booked for you is in your account');
    // It says what waits to be paid, and which classes are next.
    void navigate(paths.student);
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
      <form
        noValidate
        className="card bg-base-100 shadow-card grid max-w-xl gap-5 p-5 sm:p-8"
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-wider"
          hint="12 letters and digits, such as K7QM-2ZPA-9RXC"
          maxLength={40}
          value={code}
          error={fields['body.code']}
          onChange={(event) => setCode(event.target.value)}
        />
        <FormProblem>{!fields['body.code'] && message}</FormProblem>
        <SubmitButton isBusy={claim.isPending} isDisabled={!code.trim()}>
          Link my family
        </SubmitButton>
      </form>
    </>
  );
}
