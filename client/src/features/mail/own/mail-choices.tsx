import type { MailChoice } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { mailChoiceOptions, useSaveMailChoice } from './own-messages.queries.ts';

const CHOICES: { kind: keyof MailChoice; label: string; text: string }[] = [
  {
    kind: 'reminders',
    label: 'Reminders',
    text: 'Before a class starts, and before a held seat ends.',
  },
  {
    kind: 'news',
    label: 'News from the school',
    text: 'What the school writes to your class. You can always read it on this page.',
  },
];

/**
 * Where a person turns off the emails that are not essential. A change is saved at once.
 * @param props.isConfirmed whether they have confirmed their email address
 */
export function MailChoices({ isConfirmed }: { isConfirmed: boolean }) {
  const choice = useQuery(mailChoiceOptions());
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="card bg-base-100 shadow-card mt-8 p-4 sm:px-6 sm:py-6"
    >
      <h2 id={headingId} className="text-xl font-bold">
        Which emails you get
      </h2>
      <p className="text-base-content/80 mt-1 mb-3 max-w-prose">
        You always get receipts, and news about changes to your class or your account.
        {!isConfirmed && ' You get reminders once you have confirmed your email address.'}
      </p>
      {choice.isPending ? (
        <div role="status" aria-label="Loading your choices" className="space-y-2 py-2">
          <div className="skeleton h-14" />
          <div className="skeleton h-14" />
        </div>
      ) : choice.isError ? (
        <LoadProblem what="Your choices" query={choice} />
      ) : (
        CHOICES.map((of) => <Choice key={of.kind} {...of} saved={choice.data[of.kind]} />)
      )}
    </section>
  );
}

function Choice({ kind, label, text, saved }: (typeof CHOICES)[number] & { saved: boolean }) {
  const saving = useSaveMailChoice();
  const textId = useId();
  // Until the answer comes, the switch shows what was chosen. If saving fails, it goes back.
  const isOn = (saving.isPending ? saving.variables[kind] : undefined) ?? saved;
  return (
    <div className="border-base-300 border-t py-3 last:pb-0">
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
        <span>
          <span className="block font-semibold">{label}</span>
          <span id={textId} className="text-base-content/80 block text-sm">
            {text}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={textId}
          className="accent-primary size-6 shrink-0"
          checked={isOn}
          onChange={(event) => saving.mutate({ [kind]: event.target.checked })}
        />
      </label>
      <p role="status" className="text-base-content/80 text-sm">
        {saving.isPending && 'Saving…'}
        {saving.isSuccess && 'Saved'}
      </p>
      {saving.isError && (
        <div className="mt-2">
          <FormProblem>This was not saved. {readApiError(saving.error).message}</FormProblem>
        </div>
      )}
    </div>
  );
}
