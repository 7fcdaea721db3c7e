import {
  CERTIFICATE_KINDS,
  type CertificateKind,
  type CheckResult,
  nameCertificate,
} from '@speakifyr/contract/certificate-state.ts';
import { MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { readToday } from '../../lib/format.ts';
import { useChange } from '../../lib/use-change.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { type DialogForm, FormInDialog } from '../../ui/form-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

type Props = { instructor: { _id: string; name: string }; form: DialogForm };

type Typed = {
  kind: CertificateKind;
  name: string;
  result: CheckResult | '';
  on: string;
  expiresOn: string;
};

const RESULTS: [Typed['result'], string][] = [
  ['', 'Choose'],
  ['clear', 'Clear'],
  ['not_clear', 'Not clear'],
];

/** Asks what a certificate says. The admin has the paper in hand: the school keeps only this of it. */
export function CertificateForm({ instructor, form }: Props) {
  const add = useChange('POST /instructors/:id/certificates');
  const [typed, setTyped] = useState<Typed>({
    kind: 'first_aid',
    name: '',
    result: '',
    on: readToday(),
    expiresOn: '',
  });
  const { kind, result, on, expiresOn } = typed;
  const name = kind === 'other' ? typed.name.trim() : '';
  const isComplete =
    on !== '' &&
    (kind !== 'other' || name !== '') &&
    (kind !== 'background_check' || result !== '');
  const problem = add.error ? readApiError(add.error) : undefined;
  const errorOf = (field: keyof Typed) => problem?.fields?.[`body.${field}`];

  function change(changed: Partial<Typed>) {
    add.reset();
    setTyped({ ...typed, ...changed });
  }

  async function send() {
    const found = kind === 'first_aid' || result === '' ? null : result;
    await add.mutateAsync({
      params: { id: instructor._id },
      body: { kind, name, result: found, on, expiresOn: expiresOn || null },
    });
    return `${nameCertificate({ kind, name })} of ${instructor.name} is recorded`;
  }

  return (
    <FormInDialog form={form} label="Add" isDisabled={!isComplete} send={send}>
      <p>Record what you have checked. The paper itself does not belong here.</p>
      <SelectField
        label="What"
        value={kind}
        onChange={({ target }) => change({ kind: target.value as CertificateKind, result: '' })}
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
          value={typed.name}
          error={errorOf('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
      {kind !== 'first_aid' && (
        <SelectField
          label={kind === 'other' ? 'Result, if it is a check' : 'Result'}
          value={result}
          error={errorOf('result')}
          onChange={({ target }) => change({ result: target.value as Typed['result'] })}
        >
          {RESULTS.map(([value, text]) => (
            <option key={value} value={value}>
              {value === '' && kind === 'other' ? 'No result' : text}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Date"
          type="date"
          max={readToday()}
          value={on}
          error={errorOf('on')}
          onChange={({ target }) => change({ on: target.value })}
        />
        <Field
          label="Last day (optional)"
          type="date"
          min={on}
          value={expiresOn}
          error={errorOf('expiresOn')}
          onChange={({ target }) => change({ expiresOn: target.value })}
        />
      </div>
      <FormProblem>{!problem?.fields && problem?.message}</FormProblem>
    </FormInDialog>
  );
}
