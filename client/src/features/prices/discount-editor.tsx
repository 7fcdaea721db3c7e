import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_DISCOUNTS, MIN_CHARGE } from '@speakifyr/contract/limits.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import { Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readApiError } from '../../lib/api.ts';
import { describeDiscount, nameNth } from '../../lib/describe-discount.ts';
import { confirmAction, showSuccess } from '../../lib/dialogs.ts';
import { formatCharge, readToday } from '../../lib/format.ts';
import { makeId } from '../../lib/make-id.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { DiscountForm } from './discount-form.tsx';
import { DiscountRow } from './discount-row.tsx';
import {
  type DiscountValues,
  NEW_DISCOUNT,
  readRefusal,
  readDiscount,
  writeDiscount,
} from './discount-values.ts';
import { findSteepDiscount, type SteepDiscount } from './example-family.ts';
import { PricePreview } from './price-preview.tsx';
import { codeUsesOptions, type SchoolDiscounts, useChangeDiscounts } from './prices.queries.ts';

type Props = {
  saved: SchoolDiscounts;
  classes: AdminClass[];
  isReadOnly: boolean;
  /** Loads the discounts again, after somebody else has changed them. */
  onReload: () => void;
};

/** The school's discounts, the form of the one that is being written, and what families then pay. */
export function DiscountEditor({ saved, classes, isReadOnly, onReload }: Props) {
  const change = useChangeDiscounts();
  const hasCodes = saved.discounts.some(({ code }) => code);
  const uses = useQuery({ ...codeUsesOptions(), enabled: hasCodes }).data;
  const [open, setOpen] = useState<{ id: string; values: DiscountValues }>();
  const list = useRef<HTMLElement>(null);
  const place = saved.discounts.findIndex(({ id }) => id === open?.id);
  const isOpenNew = open !== undefined && place < 0;
  const typed = open && readDiscount(open.id, open.values);
  const discounts = typed ? putDiscount(saved.discounts, typed) : saved.discounts;
  const refusal = change.isError ? readApiError(change.error) : undefined;

  /** Makes a change, and moves the focus to what is on the page then. */
  function changeAndFocus(act: () => void, selector: string) {
    flushSync(act);
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }
  const openForm = (id: string, values: DiscountValues) =>
    changeAndFocus(() => {
      change.reset();
      setOpen({ id, values });
    }, 'form select');
  const closeForm = () =>
    changeAndFocus(() => {
      change.reset();
      setOpen(undefined);
    }, '[data-add]');

  async function save(next: Discount[]) {
    if (change.isPending) return;
    const steep = findSteepDiscount(classes, saved.discounts, next, readToday());
    if (steep && !(await confirmSteep(steep))) return;
    try {
      await change.mutateAsync({ version: saved.version, discounts: next });
    } catch {
      // The page says what is wrong.
      return;
    }
    closeForm();
    await showSuccess('The discounts are saved');
  }

  async function remove(discount: Discount) {
    const isSure = await confirmAction({
      titleText: 'Remove this discount?',
      text: `${describeDiscount(discount)}. Seats that are already held or paid keep it.`,
      confirm: 'Yes, Remove!',
    });
    if (isSure) await save(saved.discounts.filter(({ id }) => id !== discount.id));
  }

  function reload() {
    onReload();
    change.reset();
    // What is new contradicts nobody. A discount that was there may be another one now.
    if (!isOpenNew) closeForm();
  }

  const sentAt = isOpenNew ? saved.discounts.length : place;
  const refused = readRefusal(refusal?.fields ?? {}, sentAt);
  const problem = Object.keys(refused).length === 0 && refusal && (
    <>
      <FormProblem>{Object.values(refusal.fields ?? {})[0] ?? refusal.message}</FormProblem>
      {refusal.code === 'discounts_changed' && (
        <div>
          <button type="button" className="btn btn-outline" onClick={reload}>
            Load the current discounts
          </button>
        </div>
      )}
    </>
  );
  const form = open && (
    <DiscountForm
      key={open.id}
      title={isOpenNew ? 'Add a discount' : 'Change this discount'}
      values={open.values}
      isBusy={change.isPending}
      onChange={(values) => setOpen({ ...open, values })}
      onSave={() => void save(discounts)}
      onCancel={closeForm}
      {...{ classes, refused, problem }}
    />
  );

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <section
        ref={list}
        aria-labelledby="discounts"
        className="card bg-base-100 shadow-card grid gap-4 p-5 sm:p-7"
      >
        <h2 id="discounts" className="text-xl font-bold">
          What families get
        </h2>
        {saved.discounts.length === 0 ? (
          <p>There are no discounts. Everybody pays the full price of a class.</p>
        ) : (
          <ul className="grid gap-3">
            {saved.discounts.map((discount) => (
              <li key={discount.id}>
                {discount.id === open?.id ? (
                  form
                ) : (
                  <DiscountRow
                    {...{ discount, classes }}
                    uses={uses?.find(({ id }) => id === discount.id)?.count}
                    hasButtons={!open && !isReadOnly}
                    onChange={() => openForm(discount.id, writeDiscount(discount))}
                    onRemove={() => void remove(discount)}
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
              disabled={saved.discounts.length >= MAX_DISCOUNTS}
              onClick={() => openForm(makeId(), NEW_DISCOUNT)}
            >
              <Plus className="size-4" aria-hidden="true" />
              Add a discount
            </button>
          </div>
        )}
        <p className="text-base-content/80 text-sm">
          Of each kind, a family gets one. Discounts that add to others add up, and any other counts
          alone. Families get whatever is cheaper for them, and pay at least{' '}
          {formatCharge(MIN_CHARGE)}.{isReadOnly && ' Only a director changes discounts.'}
        </p>
      </section>
      <PricePreview {...{ discounts, classes }} isIncomplete={open !== undefined && !typed} />
    </div>
  );
}

/** Families get it at once, and an amount that is typed wrong is expensive. */
async function confirmSteep({ name, seat, full, price }: SteepDiscount): Promise<boolean> {
  const { child, classOfChild, isReturning } = seat;
  const [old, now] = [full, price].map((cents) => formatCharge(cents / 100));
  return confirmAction({
    titleText: 'Less than half the price?',
    text: `For example, ${name} then costs ${now} instead of ${old} for a family’s ${nameNth(child)} child in its ${nameNth(classOfChild)} class${isReturning ? ', if the family was here before' : ''}.`,
    confirm: 'Yes, Save!',
  });
}

/** The discounts with one that replaces an older one, or comes last. */
function putDiscount(discounts: Discount[], discount: Discount): Discount[] {
  return discounts.some(({ id }) => id === discount.id)
    ? discounts.map((one) => (one.id === discount.id ? discount : one))
    : [...discounts, discount];
}
