import type { FormPerson, OfficeForm } from '@speakifyr/contract/forms.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';

/** On paper only: each signed waiver on a page of its own, with the text that was signed. */
export function PrintedSignatures({ form, people }: { form: OfficeForm; people: FormPerson[] }) {
  return (
    <div className="hidden print:block">
      {people.flatMap(({ personId, signatures }) => {
        const signature = signatures.at(-1);
        if (!signature) return [];
        const { version, name, at, note } = signature;
        const text = form.versions.find((one) => one.version === version)?.text ?? '';
        return [
          <article key={personId} className="break-after-page [overflow-wrap:anywhere]">
            <h2 className="mb-3 text-xl font-bold">{form.published?.name}</h2>
            <p className="whitespace-pre-line">{text}</p>
            <p className="mt-6">{`For ${signature.for}. Version ${version}.`}</p>
            <p className="font-bold">{`Signed by ${name} on ${formatDate(new Date(at))} at ${formatTime(new Date(at))}`}</p>
            {note && <p>{`Entered by the office: ${note}`}</p>}
          </article>,
        ];
      })}
    </div>
  );
}
