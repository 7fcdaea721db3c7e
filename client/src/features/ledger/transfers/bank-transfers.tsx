import type { BankTransfer, DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { type ChangeEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { formatCharge, formatDay } from '../../../lib/format.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Check } from '../../../ui/check.tsx';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { readText } from './read-text.ts';
import { useBookTransfer, useReadBankFile } from './transfers.queries.ts';

const ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'auto', label: 'As the file shows' },
  { value: 'mdy', label: 'Month first: 12/31/2027' },
  { value: 'dmy', label: 'Day first: 31/12/2027' },
];

/** The office imports a bank's list of transfers: it looks at what each one pays for, then books those that fit. */
export function BankTransfers() {
  const reading = useReadBankFile();
  const [csv, setCsv] = useState('');
  const [dateOrder, setOrder] = useState<DateOrder>('auto');
  const transfers = reading.data ?? [];
  const matched = transfers.filter(({ state }) => state === 'matched');
  const booked = transfers.filter(({ state }) => state === 'booked');
  const open = transfers.filter(({ state }) => state !== 'matched' && state !== 'booked');
  const read = (wanted: { csv: string; dateOrder: DateOrder }) => reading.mutate(wanted);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const text = await readText(file);
    setCsv(text);
    read({ csv: text, dateOrder });
  }

  return (
    <>
      <PageHeading lead="Choose the list of transfers that your bank gives out as CSV. You see what each one pays for before anything is booked, and the same transfer is never booked twice.">
        Bank transfers
      </PageHeading>
      <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Field
          label="The bank’s file (CSV)"
          type="file"
          accept=".csv,.txt,text/csv"
          className="pt-3"
          onChange={(event) => void choose(event)}
        />
        <SelectField
          label="Dates in the file"
          value={dateOrder}
          onChange={(event) => {
            const order = event.target.value as DateOrder;
            setOrder(order);
            if (csv) read({ csv, dateOrder: order });
          }}
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
        <>
          <Matched
            key={matched.map(({ requestId }) => requestId).join()}
            transfers={matched}
            onBooked={() => read({ csv, dateOrder })}
          />
          <PageSection
            title={`To look at : ${open.length}`}
            none="Every other transfer is booked already."
          >
            {open.length > 0 && <Open transfers={open} />}
          </PageSection>
          {booked.length > 0 && (
            <p className="text-base-content/80">{`${booked.length} ${booked.length === 1 ? 'transfer is' : 'transfers are'} booked already.`}</p>
          )}
        </>
      )}
    </>
  );
}

/** Such as `Mia in Guitar, Tom in Chess`. */
function nameSeats({ seats }: BankTransfer): string {
  return seats.map(({ name, className }) => `${name} in ${className}`).join(', ');
}

function readFileProblem(error: unknown): string {
  const { message, fields } = readApiError(error);
  return fields?.['body.csv'] ?? message;
}

type MatchedProps = { transfers: BankTransfer[]; onBooked: () => void };

/** The transfers that fit, all chosen at first. */
function Matched({ transfers, onBooked }: MatchedProps) {
  const book = useBookTransfer();
  const [left, setLeft] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const chosen = transfers.filter(({ requestId }) => !left.includes(requestId));
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);

  async function bookChosen() {
    setBusy(true);
    const failed: string[] = [];
    // One after the other: each is a booking of its own, so one that fails leaves the others alone.
    for (const transfer of chosen)
      await book.mutateAsync(transfer).catch((error: unknown) => {
        failed.push(`${transfer.family?.name}: ${readApiError(error).message}`);
      });
    setBusy(false);
    setProblem(failed.join(' '));
    onBooked();
  }

  return (
    <PageSection title={`Ready to book : ${transfers.length}`}>
      <FormProblem>{problem}</FormProblem>
      {transfers.length === 0 ? (
        <p className="text-base-content/80">
          No transfer has a reference and the amount of reserved seats.
        </p>
      ) : (
        <>
          <ul className="card bg-base-100 shadow-card divide-base-300 mb-4 divide-y px-5">
            {transfers.map((transfer) => (
              <li key={transfer.requestId} className="py-2">
                <Check
                  checked={!left.includes(transfer.requestId)}
                  onChange={({ target }) =>
                    setLeft(
                      target.checked
                        ? left.filter((one) => one !== transfer.requestId)
                        : [...left, transfer.requestId],
                    )
                  }
                >
                  <strong>{formatCharge(transfer.amount / 100)}</strong>{' '}
                  <span>{`from ${transfer.family?.name} on ${formatDay(transfer.day)}, for ${nameSeats(transfer)}`}</span>
                  <span className="text-base-content/80 block text-sm">{transfer.text}</span>
                </Check>
              </li>
            ))}
          </ul>
          <Button
            className="btn-primary"
            isBusy={isBusy}
            hasSpinner
            disabled={chosen.length === 0}
            onClick={() => void bookChosen()}
          >
            Book {chosen.length} ({formatCharge(sum / 100)})
          </Button>
        </>
      )}
    </PageSection>
  );
}

/** What the office works through: it calls, or records the money on the family's page. */
function Open({ transfers }: { transfers: BankTransfer[] }) {
  return (
    <DataTable label="Transfers to look at" columns={['Date', 'Amount', 'Text', 'What to do']}>
      {transfers.map((transfer) => (
        <DataRow key={transfer.requestId}>
          <DataCell>{formatDay(transfer.day)}</DataCell>
          <DataCell className="font-semibold">{formatCharge(transfer.amount / 100)}</DataCell>
          <DataCell className="[overflow-wrap:anywhere]">{transfer.text}</DataCell>
          <DataCell>
            <WhatToDo transfer={transfer} />
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

function WhatToDo({ transfer: { state, family, owed } }: { transfer: BankTransfer }) {
  if (!family)
    return (
      <>
        No reference that we know.{' '}
        <Link to={paths.families} className="link">
          Find the family
        </Link>{' '}
        and record the money there, with a part of this text as the reference.
      </>
    );
  const page = (
    <Link to={linkToFamily(family._id)} className="link">
      {family.name}
    </Link>
  );
  if (state === 'nothing held') return <>{page} has no reserved seat to pay for.</>;
  return (
    <>
      {page} has seats to pay for, but for {formatCharge(owed / 100)}. Ask the family.
    </>
  );
}
