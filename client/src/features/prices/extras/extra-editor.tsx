import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_EXTRAS } from '@speakifyr/contract/limits.ts';
import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readApiError } from '../../../lib/api.ts';
import { confirmAction, showSuccess } from '../../../lib/dialogs.ts';
import { formatCharge } from '../../../lib/format.ts';
import { makeId } from '../../../lib/make-id.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { nameClasses } from '../name-classes.ts';
import { ExtraForm } from './extra-form.tsx';
import { type ExtraValues, NEW_EXTRA, readExtra, writeExtra } from './extra-values.ts';
import { type SchoolExtras, useChangeExtras } from './extras.queries.ts';

type Props = {
  saved: SchoolExtras;
  classes: AdminClass[];
  isReadOnly: boolean;
  /** Loads the extras again, after somebody else has changed them. */
  onReload: () => void;
};

/** The school's extras, and the form of the one that is being written. */
export function ExtraEditor({ saved, classes, isReadOnly, onReload }: Props) {
  const change = useChangeExtras();
  const [open, setOpen] = useState<{ id: string; values: ExtraValues }>();
  const list = useRef<HTMLElement>(null);
  const { extras } = saved;
  const isOpenNew = open !== undefined && extras.every(({ id }) => id !== open.id);
  const refusal = change.isError ? readApiError(change.error) : undefined;

  /** Makes a change, and moves the focus to what is on the page then. */
  function changeAndFocus(next: typeof open, selector: string) {
    flushSync(() => {
      change.reset();
      setOpen(next);
    });
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }
  const openForm = (id: string, values: ExtraValues) =>
    changeAndFocus({ id, values }, 'form input');
  const closeForm = () => changeAndFocus(undefined, '[data-add]');

  async function save(next: Extra[]) {
    if (change.isPending) return;
    try {
      await change.mutateAsync({ version: saved.version, extras: next });
    } catch {
      // The page says what is wrong.
      return;
    }
    closeForm();
    await showSuccess('The extras are saved');
  }

  function saveOpen() {
    const typed = open && readExtra(open.id, open.values);
    if (typed)
      void save(
        isOpenNew ? [...extras, typed] : extras.map((one) => (one.id === typed.id ? typed : one)),
      );
  }

  async function remove({ id, label }: Extra) {
    const isSure = await confirmAction({
      titleText: 'Remove this extra?',
      text: `Nobody can choose ${label} anymore. Seats that have it keep it.`,
      confirm: 'Yes, Remove!',
    });
    if (isSure) await save(extras.filter((one) => one.id !== id));
  }

  function reload() {
    onReload();
    closeForm();
  }

  const problem = refusal && (
    <>
      <FormProblem>{Object.values(refusal.fields ?? {})[0] ?? refusal.message}</FormProblem>
      {refusal.code === 'extras_changed' && (
        <div>
          <button type="button" className="btn btn-outline" onClick={reload}>
            Load the current extras
          </button>
        </div>
      )}
    </>
  );
  const form = open && (
    <ExtraForm
      key={open.id}
      title={isOpenNew ? 'Add an extra' : 'Change this extra'}
      values={open.values}
      isBusy={change.isPending}
      onChange={(values) => setOpen({ ...open, values })}
      onSave={saveOpen}
      onCancel={closeForm}
      {...{ classes, problem }}
    />
  );

  return (
    <section
      ref={list}
      aria-labelledby="extras"
      className="card bg-base-100 shadow-card grid max-w-3xl gap-4 p-5 sm:p-7"
    >
      <h2 id="extras" className="text-xl font-bold">
        What families can add
      </h2>
      {extras.length === 0 ? (
        <p>There are no extras yet.</p>
      ) : (
        <ul className="grid gap-3">
          {extras.map((extra) => (
            <li key={extra.id}>
              {extra.id === open?.id ? (
                form
              ) : (
                <ExtraFacts
                  {...{ extra, classes }}
                  hasButtons={!open && !isReadOnly}
                  onChange={() => openForm(extra.id, writeExtra(extra))}
                  onRemove={() => void remove(extra)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpenNew && form}
      {!open && problem}
      {!open && !isReadOnly && (
        <div>
          <button
            type="button"
            data-add
            className="btn btn-outline btn-primary"
            disabled={extras.length >= MAX_EXTRAS}
            onClick={() => openForm(makeId(), NEW_EXTRA)}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add an extra
          </button>
        </div>
      )}
      <p className="text-base-content/80 text-sm">
        Discounts are never of extras.{isReadOnly && ' Only a director changes extras.'}
      </p>
    </section>
  );
}

type FactsProps = {
  extra: Extra;
  classes: AdminClass[];
  hasButtons: boolean;
  onChange: () => void;
  onRemove: () => void;
};

function ExtraFacts({ extra, classes, hasButtons, onChange, onRemove }: FactsProps) {
  const { label, price, per, options, capacity, isRefundable } = extra;
  return (
    <div className="rounded-box border-base-content/20 border p-4">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {label}: {formatCharge(price / 100)} {per === 'day' ? 'each camp day' : 'once'}
      </p>
      {options.length > 0 && (
        <p className="text-sm [overflow-wrap:anywhere]">To choose: {options.join(', ')}</p>
      )}
      <p className="text-sm">
        {nameClasses(extra, classes)}.{' '}
        {capacity === null ? 'Enough for everybody.' : `${capacity} in each class.`}{' '}
        {isRefundable ? 'Comes back by the refund policy.' : 'Does not come back.'}
      </p>
      {hasButtons && (
        <div className="mt-2 -mb-1 -ml-3 flex flex-wrap gap-x-2">
          <button type="button" className="btn btn-ghost btn-sm" onClick={onChange}>
            <Pencil className="size-4" aria-hidden="true" />
            Change <span className="sr-only">{label}</span>
          </button>
          <button type="button" className="btn btn-ghost btn-sm text-error" onClick={onRemove}>
            <Trash2 className="size-4" aria-hidden="true" />
            Remove <span className="sr-only">{label}</span>
          </button>
        </div>
      )}
    </div>
  );
}
