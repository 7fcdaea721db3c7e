import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_DISCOUNTS, MIN_CHARGE } from '@speakifyr/contract/limits.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import { useQuery } from '@tanstack/react-query';
import { readApiError } from '../../lib/api.ts';
import { describeDiscount } from '../../lib/describe-discount.ts';
import { confirmAction } from '../../lib/dialogs.ts';
import { formatCharge } from '../../lib/format.ts';
import { read } from '../../lib/read.ts';
import { DiscountForm } from './discount-form.tsx';
import { DiscountRow } from './discount-row.tsx';
import {
  type DiscountValues,
  NEW_DISCOUNT,
  readDiscount,
  readRefusal,
  writeDiscount,
} from './discount-values.ts';
import { PricePreview } from './price-preview.tsx';
import { type SchoolDiscounts, useChangeDiscounts } from './prices.queries.ts';
import { RuleList, RuleProblem } from './rules/rule-list.tsx';
import { putRule, useRuleEditor } from './rules/use-rule-editor.ts';

type Props = {
  saved: SchoolDiscounts;
  classes: AdminClass[];
  isReadOnly: boolean;
  /** Loads the discounts again, after somebody else has changed them. */
  onReload: () => void;
};

/** The school's discounts, the form of the one that is being written, and what families then pay. R434 */
export function DiscountEditor({ saved, classes, isReadOnly, onReload }: Props) {
  const change = useChangeDiscounts();
  const editor = useRuleEditor<DiscountValues>(saved.discounts, change);
  const { open, isOpenNew } = editor;
  const hasCodes = saved.discounts.some(({ code }) => code);
  const uses = useQuery({ ...read('GET /codeUses'), enabled: hasCodes }).data;
  const typed = open && readDiscount(open.id, open.values);
  const discounts = typed ? putRule(saved.discounts, typed) : saved.discounts;
  const refusal = change.isError ? readApiError(change.error) : undefined;

  async function save(next: Discount[]) {
    if (change.isPending) return;
    const body = { version: saved.version, discounts: next };
    await editor.save(() => change.mutateAsync(body), 'The discounts are saved');
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
    // A new discount conflicts with nobody. An existing one may have changed.
    if (!isOpenNew) editor.closeForm();
  }

  const place = saved.discounts.findIndex(({ id }) => id === open?.id);
  const sentAt = isOpenNew ? saved.discounts.length : place;
  const refused = readRefusal(refusal?.fields ?? {}, sentAt);
  const problem = Object.keys(refused).length === 0 && refusal && (
    <RuleProblem
      refusal={refusal}
      isOld={refusal.code === 'discounts_changed'}
      reload="Load the current discounts"
      onReload={reload}
    />
  );

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <RuleList
        id="discounts"
        title="What families get"
        empty="There are no discounts. Everybody pays the full price of a class."
        add="Add a discount"
        rules={saved.discounts}
        most={MAX_DISCOUNTS}
        fresh={NEW_DISCOUNT}
        {...{ editor, isReadOnly, problem }}
        row={(discount, hasButtons) => (
          <DiscountRow
            {...{ discount, classes, hasButtons }}
            uses={uses?.find(({ id }) => id === discount.id)?.count}
            onChange={() => editor.openForm(discount.id, writeDiscount(discount))}
            onRemove={() => void remove(discount)}
          />
        )}
        form={
          open && (
            <DiscountForm
              key={open.id}
              title={isOpenNew ? 'Add a discount' : 'Change this discount'}
              values={open.values}
              isBusy={change.isPending}
              onChange={editor.type}
              onSave={() => void save(discounts)}
              onCancel={editor.closeForm}
              {...{ classes, refused, problem }}
            />
          )
        }
        note={
          <>
            A family gets one discount of each kind. Those that combine add up; any other counts
            alone. Families get whatever is cheaper for them, and pay at least{' '}
            {formatCharge(MIN_CHARGE)}.
            {isReadOnly && <span> Only a director changes discounts.</span>}
          </>
        }
      />
      <PricePreview {...{ discounts, classes }} isIncomplete={open !== undefined && !typed} />
    </div>
  );
}
