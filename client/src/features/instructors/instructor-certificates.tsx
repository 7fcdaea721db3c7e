import {
  CERTIFICATE_WARNING_DAYS,
  nameCertificate,
} from '@speakifyr/contract/certificate-state.ts';
import type { ListedCertificate } from '@speakifyr/contract/certificates.ts';
import type { ListedInstructor } from '@speakifyr/contract/instructors.ts';
import { FilePlus2, Trash2 } from 'lucide-react';
import { addDays } from '@speakifyr/contract/days.ts';
import { describeCertificate } from '../../lib/certificate-words.ts';
import { readToday } from '../../lib/format.ts';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CertificateWarnings } from '../../ui/certificate-warnings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CertificateForm } from './certificate-form.tsx';

type Props = {
  instructor: ListedInstructor;
  /** Called after the person has closed the success message. */
  onChanged: () => void;
};

/** The certificates of an instructor: first what is wrong with them, then each, and a form for another one. */
export function InstructorCertificates({ instructor, onChanged }: Props) {
  const { name, certificates } = instructor;
  const today = readToday();
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <CertificateWarnings
        certificates={certificates.toReversed()}
        today={today}
        until={addDays(today, CERTIFICATE_WARNING_DAYS)}
      />
      {certificates.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2">
            <span>{`Certificates: ${certificates.length}`}</span>
            <span className="sr-only">, of {name}</span>
          </summary>
          <ul className="divide-base-300 divide-y">
            {certificates.map((certificate) => (
              <Certificate key={certificate._id} {...{ instructor, certificate, onChanged }} />
            ))}
          </ul>
        </details>
      )}
      <FormDialog
        className="btn-outline btn-primary"
        label={
          <>
            <FilePlus2 className="size-4" aria-hidden="true" />
            Add certificate
            <span className="sr-only"> of {name}</span>
          </>
        }
        title={`Certificate of ${name}`}
        onDone={onChanged}
      >
        {(dialog) => <CertificateForm instructor={instructor} dialog={dialog} />}
      </FormDialog>
    </div>
  );
}

type ItemProps = Props & { certificate: ListedCertificate };

function Certificate({ instructor, certificate, onChanged }: ItemProps) {
  const remove = useChange('DELETE /instructors/:id/certificates/:entryId');
  const { _id, checkedBy } = certificate;
  const title = nameCertificate(certificate);
  const facts = describeCertificate(certificate);
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{title}</span>: {facts}
        <span className="text-base-content/80 block text-sm">{`Checked by ${checkedBy || 'a former admin'}`}</span>
      </p>
      <ActionButton
        className="btn-ghost btn-square"
        aria-label={`Delete ${title} of ${instructor.name}`}
        question={{
          titleText: `Delete ${title} of ${instructor.name}?`,
          text: facts,
          confirm: 'Delete',
        }}
        act={() => remove.mutateAsync({ params: { id: instructor._id, entryId: _id } })}
        success="Deleted"
        onDone={onChanged}
      >
        <Trash2 className="size-5" aria-hidden="true" />
      </ActionButton>
    </li>
  );
}
