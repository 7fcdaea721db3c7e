import type { FormPerson } from '@speakifyr/contract/forms.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { readToday } from '../../../lib/format.ts';
import { ConsentBox } from '../../../ui/consent-box.tsx';
import { PaperFields, SignedWords } from '../../../ui/paper-fields.tsx';

type Props = { person: FormPerson };

/** Asks which guardian signed the answers about health, when, and on which paper, and shows the consent of that day. R663, R634 */
export function SignedHealth({ person: { name, signers } }: Props) {
  const { control, setValue } = useFormContext<{ paper: Paper; consent: string | false }>();
  const { by, day } = useWatch({ control, name: 'paper' });
  const signer = signers.find(({ _id }) => _id === by);
  // What was ticked is what another guardian signed, or on another day.
  useEffect(() => setValue('consent', false), [by, day, setValue]);
  return (
    <>
      <PaperFields signers={signers} at="paper." />
      {signer && day && day <= readToday() && (
        <div className="space-y-1">
          <SignedWords day={day} />
          <ConsentBox
            name="healthConsent"
            child={name}
            about="Who sees this, and until when."
            signed={{ by: signer.name, on: day }}
          />
        </div>
      )}
    </>
  );
}
