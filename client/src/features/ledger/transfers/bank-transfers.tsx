import type { BankFile, ColumnRole, DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { type ChangeEvent, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { FileColumns } from './file-columns.tsx';
import { LeftOutLines } from './left-out-lines.tsx';
import { MatchedTransfers } from './matched-transfers.tsx';
import { OpenTransfers } from './open-transfers.tsx';
import { readText } from './read-text.ts';
import { forgetRoles, rememberRoles } from './column-roles.ts';
import { useReadBankFile, type WantedFile } from './transfers.queries.ts';

const ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'auto', label: 'As the file shows' },
  { value: 'mdy', label: 'Month first: 12/31/2027' },
  { value: 'dmy', label: 'Day first: 31/12/2027' },
];

/** The office imports a bank's list of transfers: it looks at what each one pays for, then books those that fit. */
export function BankTransfers() {
  const reading = useReadBankFile();
  const [wanted, setWanted] = useState<WantedFile>({ csv: '', dateOrder: 'auto' });

  function read(changed: WantedFile) {
    setWanted(changed);
    if (changed.csv) reading.mutate(changed);
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) read({ csv: await readText(file), dateOrder: wanted.dateOrder });
  }

  function changeRoles(columns: BankFile['columns'], roles: ColumnRole[] | undefined) {
    const { csv, dateOrder } = wanted;
    if (roles) rememberRoles(columns, roles);
    else forgetRoles(columns);
    read({ csv, dateOrder, ...(roles && { roles }) });
  }

  return (
    <>
      <PageHeading lead="Choose the list of transfers that your bank gives out as CSV, CAMT.053 or MT940. You see what each one pays for before anything is booked, and the same transfer is never booked twice.">
        Bank transfers
      </PageHeading>
      <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Field
          label="The bank’s file"
          type="file"
          accept=".csv,.txt,.xml,.sta,.mt940,.940,text/csv,text/plain,text/xml,application/xml"
          className="pt-3"
          onChange={(event) => void choose(event)}
        />
        <SelectField
          label="Dates in the file"
          value={wanted.dateOrder}
          onChange={({ target }) => read({ ...wanted, dateOrder: target.value as DateOrder })}
        >
          {ORDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <FormProblem>{reading.isError && readFileProblem(reading.error)}</FormProblem>
      {reading.isPending && <div role="status" aria-label="Loading" className="skeleton h-40" />}
      {reading.isSuccess && (
        <FileRead
          file={reading.data}
          onRoles={(roles) => changeRoles(reading.data.columns, roles)}
          onBooked={() => read(wanted)}
        />
      )}
    </>
  );
}

type FileReadProps = {
  file: BankFile;
  /** undefined: as the names of the columns say. */
  onRoles: (roles: ColumnRole[] | undefined) => void;
  onBooked: () => void;
};

function FileRead({ file, onRoles, onBooked }: FileReadProps) {
  const { transfers, leftOut } = file;
  const matched = transfers.filter(({ state }) => state === 'matched');
  const booked = transfers.filter(({ state }) => state === 'booked');
  const open = transfers.filter(({ state }) => state !== 'matched' && state !== 'booked');
  return (
    <>
      <FileColumns
        key={file.columns.map(({ role }) => role).join()}
        file={file}
        onRoles={onRoles}
      />
      <MatchedTransfers
        key={matched.map(({ requestId }) => requestId).join()}
        transfers={matched}
        onBooked={onBooked}
      />
      <PageSection
        title={`To look at : ${open.length}`}
        none={
          transfers.length > 0
            ? 'Every other transfer is booked already.'
            : 'No line of this file is money that arrived.'
        }
      >
        {open.length > 0 && <OpenTransfers transfers={open} />}
      </PageSection>
      {booked.length > 0 && (
        <p className="text-base-content/80 mb-8">{`${countOf(booked.length, 'transfer is', 'transfers are')} booked already.`}</p>
      )}
      {leftOut.length > 0 && (
        <LeftOutLines lines={leftOut} of={transfers.length + leftOut.length} />
      )}
    </>
  );
}

function readFileProblem(error: unknown): string {
  const { message, fields } = readApiError(error);
  return fields?.['body.csv'] ?? message;
}
