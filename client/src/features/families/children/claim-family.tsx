import type { ChildTwice } from '@speakifyr/contract/families.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showSuccess } from '../../../lib/dialogs.ts';
import { paths } from '../../../lib/paths.ts';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { TwiceBoxes } from './twice-boxes.tsx';

/**
 * Takes the code of the school's letter. Then what the office booked is in this account. Who has the same child here says
 * first whether the two records become one. R600
 * @param props.isConfirmed whether the person has confirmed their email address
 */
export function ClaimFamily({ isConfirmed }: { isConfirmed: boolean }) {
  const navigate = useNavigate();
  const [twice, setTwice] = useState<ChildTwice[]>([]);
  const question = useRef<HTMLHeadingElement>(null);
  const form = useCallForm('POST /claimFamily', {
    defaultValues: { code: '', join: [] as string[] },
    toInput: ({ code, join }) => ({ body: { code, ...(twice.length > 0 && { join }) } }),
  });
  // What is asked is above the button that was pressed.
  useEffect(() => question.current?.focus(), [twice]);

  async function submit(values: { code: string; join: string[] }) {
    const { twice: asked = [] } = await form.send(values);
    if (asked.length > 0) {
      setTwice(asked);
      return;
    }
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
          {...form.register('code', {
            onChange: () => {
              // Another code is another family.
              form.setValue('join', []);
              setTwice([]);
            },
          })}
        />
        {twice.length > 0 && (
          <>
            <h2 ref={question} tabIndex={-1} className="text-lg font-bold outline-none">
              {twice.length === 1
                ? 'You have a child with this name and birth date, too'
                : 'You have children with these names and birth dates, too'}
            </h2>
            <TwiceBoxes
              twice={twice}
              legend="Tick who is the same child"
              text="Seats, health, contacts, days and payments of both records are then in one, and this can’t be undone. Not ticked, they stay two children."
              register={form.register('join')}
            />
          </>
        )}
        <FormProblem />
        <SubmitButton>Link my family</SubmitButton>
      </Form>
    </>
  );
}
