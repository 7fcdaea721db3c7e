import type { BankFile, ColumnRole, DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { read } from '../../../lib/read.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { FileColumns } from './file-columns.tsx';
import { LeftOutLines } from './left-out-lines.tsx';
import { MatchedTransfers } from './matched-transfers.tsx';
import { OpenTransfers } from './open-transfers.tsx';
import { readText } from '../../../lib/read-text.ts';
import { forgetRoles, rememberRoles } from './column-roles.ts';
import { TransferTable } from './transfer-table.tsx';
import { useReadBankFile, type WantedFile } from './transfers.queries.ts';

const ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'auto', label: 'As the file shows' },
  { value: 'mdy', label: 'Month first: 12/31/2027' },
  { value: 'dmy', label: 'Day first: 31/12/2027' },
];

/**
 * The office imports a bank's list of transfers: it looks at how it was read, puts it on the list of what is to be booked, and
 * works that off. R579
 */
export function BankTransfers() {
  const reading = useReadBankFile();
  const [wanted, setWanted] = useState<WantedFile>({ csv: '', dateOrder: 'auto' });

  function readFile({ isKept, ...changed }: WantedFile) {
    setWanted(changed);
    if (changed.csv) reading.mutate(isKept ? { ...changed, isKept } : changed);
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) readFile({ csv: await readText(file), dateOrder: wanted.dateOrder });
  }

  function changeRoles(columns: BankFile['columns'], roles: ColumnRole[] | undefined) {
    const { csv, dateOrder } = wanted;
    if (roles) rememberRoles(columns, roles);
    else forgetRoles(columns);
    readFile({ csv, dateOrder, ...(roles && { roles }) });
  }

  const isKept = reading.variables?.isKept === true;
  return (
    <>
      <PageHeading lead="Choose the list of transfers that your bank gives out as CSV, CAMT.053 or MT940. You see how it was read before it goes on the list below, and the same transfer is never booked twice.">
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
          onChange={({ target }) => readFile({ ...wanted, dateOrder: target.value as DateOrder })}
        >
          {ORDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <FormProblem>{reading.isError && readFileProblem(reading.error)}</FormProblem>
      {reading.isPending && !isKept && (
        <div role="status" aria-label="Loading" className="skeleton mb-8 h-40" />
      )}
      {reading.data && (
        <FileRead
          file={reading.data}
          isKept={isKept}
          onRoles={(roles) => changeRoles(reading.data.columns, roles)}
          onKeep={() => readFile({ ...wanted, isKept: true })}
        />
      )}
      <ToBook />
    </>
  );
}

type FileReadProps = {
  file: BankFile;
  /** Whether its transfers are on the list. */
  isKept: boolean;
  /** undefined: as the names of the columns say. */
  onRoles: (roles: ColumnRole[] | undefined) => void;
  onKeep: () => void;
};

function FileRead({ file, isKept, onRoles, onKeep }: FileReadProps) {
  const { transfers, leftOut } = file;
  const booked = transfers.filter(({ state }) => state === 'booked').length;
  const open = transfers.length - booked;
  const isBooked = `${countOf(booked, 'transfer is', 'transfers are')} booked already.`;
  return (
    <>
      <FileColumns
        key={file.columns.map(({ role }) => role).join()}
        file={file}
        onRoles={onRoles}
      />
      <PageSection
        title={`Arrived : ${transfers.length}`}
        none="No line of this file is money that arrived."
      >
        {transfers.length > 0 && (
          <>
            {!isKept && <TransferTable label="Transfers of the file" transfers={transfers} />}
            {isKept && open > 0 && (
              <p role="status">{`${countOf(open, 'transfer is', 'transfers are')} on the list below.`}</p>
            )}
            {booked > 0 && <p className="my-2">{isBooked}</p>}
            {!isKept && open > 0 && (
              <Button className="btn-primary mt-4" onClick={onKeep}>
                {`Put ${open} on the list`}
              </Button>
            )}
          </>
        )}
      </PageSection>
      {leftOut.length > 0 && (
        <LeftOutLines lines={leftOut} of={transfers.length + leftOut.length} />
      )}
    </>
  );
}

/** The transfers on the list, from all files that the office has read. */
function ToBook() {
  const list = useQuery(read('GET /bankTransfers'));
  if (list.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-40 w-full" />;
  if (list.isError) return <LoadProblem what="The list of transfers" query={list} />;
  const matched = list.data.filter(({ state }) => state === 'matched');
  const aside = list.data.filter(({ state }) => state === 'set aside');
  const open = list.data.filter((one) => !matched.includes(one) && !aside.includes(one));
  return (
    <>
      <MatchedTransfers transfers={matched} />
      <PageSection title={`To look at : ${open.length}`} none="No transfer waits to be booked.">
        {open.length > 0 && <OpenTransfers label="Transfers to look at" transfers={open} />}
      </PageSection>
      {aside.length > 0 && (
        <details className="mb-8">
          <summary className="link cursor-pointer font-semibold">
            {`${countOf(aside.length, 'transfer is', 'transfers are')} set aside`}
          </summary>
          <div className="mt-3">
            <OpenTransfers label="Transfers that are set aside" transfers={aside} />
          </div>
        </details>
      )}
    </>
  );
}

function readFileProblem(error: unknown): string {
  const { message, fields } = readApiError(error);
  return fields?.['body.csv'] ?? message;
}
