import type { TypedFile } from '@speakifyr/contract/form-files.ts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CallArguments } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useNewWords } from '../../../ui/consent-box.tsx';
import { showFormError } from '../../../ui/form.tsx';
import { CONSENT_PROBLEM, type StepValues } from '../answer-values.ts';
import { FileProblem, prepareFile } from '../prepare-file.ts';
import type { useOwnChanges } from './use-own-changes.ts';

type Input = CallArguments<'PUT /myForms/:id'>[0];

type Needs = {
  form: UseFormReturn<StepValues>;
  own: ReturnType<typeof useOwnChanges>;
  /** @returns what is sent with a file; undefined if the consent to it is missing */
  toInput: (file: TypedFile, seen: number) => Input | undefined;
};

/**
 * Sends a document as soon as it is chosen. One that did not arrive stays, to be sent again: with the same id, so that it is
 * there once. R693
 */
export function useHandIn({ form, own, toInput }: Needs) {
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<TypedFile>();
  const [sent, setSent] = useState<TypedFile>();
  const showNewWords = useNewWords();
  const sending = useChange('PUT /myForms/:id');
  // Its reply was lost, and it is there.
  const isLost = chosen !== undefined && own.isThere(chosen.id);
  const last = isLost ? chosen : sent;

  async function handIn(file: TypedFile): Promise<void> {
    if (!toInput(file, own.seen))
      return form.setError('consent', { message: CONSENT_PROBLEM }, { shouldFocus: true });
    await own.make({ id: file.id, isThere: true }, (seen) =>
      sending.mutateAsync(toInput(file, seen)!).catch(showNewWords),
    );
    setChosen(undefined);
    setSent(file);
  }

  async function perform(act: () => Promise<void>) {
    form.clearErrors();
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (error instanceof FileProblem) form.setError('file', { message: error.message });
      else showFormError(error, form, { text_changed: 'consent' });
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    /** Chosen, and not there yet. */
    waiting: isLost ? undefined : chosen,
    /** The one that arrived last, unless it was taken back. */
    sent: last && (own.isThere(last.id) || !own.isReadAgain) ? last : undefined,
    choose: (file: File) =>
      perform(async () => {
        setChosen(undefined);
        setSent(undefined);
        const made = await prepareFile(file);
        setChosen(made);
        await handIn(made);
      }),
    sendAgain: (file: TypedFile) => perform(() => handIn(file)),
  };
}
