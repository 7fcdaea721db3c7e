import {
  CERTIFICATE_KINDS,
  type CertificateKind,
  type CheckResult,
  nameCertificate,
} from '@speakifyr/contract/certificate-state.ts';
import { MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { useWatch } from 'react-hook-form';
import { readToday } from '../../lib/format.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import type { DialogForm } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';

type Props = { instructor: { _id: string; name: string }; dialog: DialogForm };

type Values = {
  /** Whose it is: the same page has other people's forms. */
  instructorId: string;
  kind: CertificateKind;
  name: string;
  result: CheckResult | '';
  on: string;
  expiresOn: string;
};

const RESULTS: [Values['result'], string][] = [
  ['', 'Choose'],
  ['clear', 'Clear'],
  ['not_clear', 'Not clear'],
];

/** Asks what a certificate says. The admin has the paper in hand: the school keeps only this of it. */
export function CertificateForm({ instructor, dialog }: Props) {
  const { _id: instructorId } = instructor;
  const form = useCallForm('POST /instructors/:id/certificates', {
    defaultValues: {
      instructorId,
      kind: 'first_aid',
      name: '',
      result: '',
      on: readToday(),
      expiresOn: '',
    } as Values,
    toInput: (values) => ({ params: { id: instructorId }, body: toBody(values) }),
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const on = useWatch({ control: form.control, name: 'on' });

  async function add(values: Values) {
    await form.send(values);
    const { name } = toBody(values);
    return `${nameCertificate({ kind: values.kind, name: name.trim() })} of ${instructor.name} is recorded`;
  }

  return (
    <FormInDialog dialog={dialog} form={form} label="Add" onSubmit={add}>
      <p>Record what you have checked. The paper itself does not belong here.</p>
      <SelectField
        label="What"
        {...form.register('kind', { onChange: () => form.resetField('result') })}
      >
        {CERTIFICATE_KINDS.map((one) => (
          <option key={one} value={one}>
            {nameCertificate({ kind: one, name: 'Another one' })}
          </option>
        ))}
      </SelectField>
      {kind === 'other' && (
        <Field
          label="Its name"
          hint="Such as Lifeguard."
          autoComplete="off"
          maxLength={MAX_SHORT_LENGTH}
          {...form.register('name')}
        />
      )}
      {kind !== 'first_aid' && (
        <SelectField
          label={kind === 'other' ? 'Result, if it is a check' : 'Result'}
          {...form.register('result')}
        >
          {RESULTS.map(([value, text]) => (
            <option key={value} value={value}>
              {value === '' && kind === 'other' ? 'No result' : text}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date" type="date" max={readToday()} {...form.register('on')} />
        <Field label="Last day (optional)" type="date" min={on} {...form.register('expiresOn')} />
      </div>
    </FormInDialog>
  );
}

function toBody({ kind, name, result, on, expiresOn }: Values) {
  return {
    kind,
    name: kind === 'other' ? name : '',
    result: kind === 'first_aid' ? null : result || null,
    on,
    expiresOn: expiresOn || null,
  };
}
