import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { linkToTransfer } from '../../../lib/dashboard-links.ts';
import { formatCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { TransferTable } from './transfer-table.tsx';

type Props = { label: string; transfers: BankTransfer[] };

/** What the office works through: it books each transfer on the page of a family, or says that it is no family's. R579 */
export function OpenTransfers({ label, transfers }: Props) {
  return (
    <TransferTable
      label={label}
      transfers={transfers}
      renderActions={(transfer) =>
        transfer.state === 'set aside' ? (
          <PutBack transfer={transfer} />
        ) : (
          <>
            {transfer.family && (
              <Link
                to={linkToTransfer(transfer.family._id, transfer.requestId)}
                className="btn btn-outline btn-primary h-auto min-h-11 py-2"
              >
                {`Book for ${transfer.family.name}`}
              </Link>
            )}
            <ChooseFamily transfer={transfer} />
            <SetAside transfer={transfer} />
          </>
        )
      }
    />
  );
}

/** Finds the family by search, and goes to its page to book the transfer there. */
function ChooseFamily({ transfer }: { transfer: BankTransfer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="btn-outline" onClick={() => setOpen(true)}>
        {transfer.family ? 'Another family' : 'Find the family'}
      </Button>
      {isOpen && (
        <ModalDialog
          title={`Whose are these ${formatCharge(transfer.amount / 100)}?`}
          onClose={() => setOpen(false)}
        >
          <FamilySearch transfer={transfer} />
          <Button className="mt-4" onClick={() => setOpen(false)}>
            Close
          </Button>
        </ModalDialog>
      )}
    </>
  );
}

function FamilySearch({ transfer }: { transfer: BankTransfer }) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const found = useQuery({
    ...read('GET /search', { query: { text } }),
    enabled: hasVisible(text),
  });
  const parents = found.data?.parents.filter(({ isRemoved }) => !isRemoved);
  return (
    <div className="grid gap-4">
      <p className="text-base-content/80 [overflow-wrap:anywhere]">{transfer.text}</p>
      <Field
        label="The family"
        type="search"
        autoComplete="off"
        hint="Name of parent or child, phone or email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {hasVisible(text) && parents && (
        <ul aria-label="Families found" className="divide-base-300 divide-y">
          {parents.length === 0 && <li>Nobody found</li>}
          {parents.map(({ _id, name, email }) => (
            <li key={_id} className="py-2 [overflow-wrap:anywhere]">
              <Link to={linkToTransfer(_id, transfer.requestId)} className="link font-semibold">
                {name}
              </Link>{' '}
              <span>{sayAddress(email)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SetAside({ transfer }: { transfer: BankTransfer }) {
  return (
    <FormDialog
      className="btn-ghost"
      label="No family’s"
      title="Set this transfer aside?"
      onDone={() => undefined}
    >
      {(dialog) => <AsideForm transfer={transfer} dialog={dialog} />}
    </FormDialog>
  );
}

function AsideForm({ transfer, dialog }: { transfer: BankTransfer; dialog: DialogForm }) {
  const form = useCallForm('POST /bankTransfers/:id', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ params: { id: transfer.requestId }, body: { note } }),
    findProblems: ({ note }) => ({ note: !hasVisible(note) && 'Say what it is.' }),
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Set aside"
      onSubmit={async (values) => {
        await form.send(values);
        return 'The transfer is set aside';
      }}
    >
      <p>It is not booked, and the next file does not list it again. You can put it back.</p>
      <NoteField
        label="What is it?"
        hint="Such as: a grant of the city. This goes into the audit log."
        {...form.register('note')}
      />
    </FormInDialog>
  );
}

function PutBack({ transfer: { requestId } }: { transfer: BankTransfer }) {
  const change = useChange('POST /bankTransfers/:id');
  return (
    <Button
      className="btn-outline"
      isBusy={change.isPending}
      onClick={() => change.mutate({ params: { id: requestId }, body: { note: '' } })}
    >
      Put it back
    </Button>
  );
}
