import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { MAX_DISCOUNTS } from '@speakifyr/contract/limits.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeDiscount } from '../../lib/describe-discount.ts';
import { confirmAction, showSuccess } from '../../lib/dialogs.ts';
import { formatCharge } from '../../lib/format.ts';
import { read, readOnce } from '../../lib/read.ts';
import { useChange } from '../../lib/use-change.ts';
import { DiscountForm } from './discount-form.tsx';
import { DiscountRow } from './discount-row.tsx';
import type { SchoolDiscounts } from './discount-values.ts';
import { PricePreview } from './price-preview.tsx';
import { RuleList, RuleProblem } from './rules/rule-list.tsx';
import { putRule, useRuleEditor } from './rules/use-rule-editor.ts';

type Props = {
  saved: SchoolDiscounts;
  classes: ClassChoice[];
  isReadOnly: boolean;
  /** Loads the discounts again, after somebody else has changed them. */
  onReload: () => void;
};

/** The school's discounts, the form of the one that is being written, and what families then pay. R434 */
export function DiscountEditor({ saved, classes, isReadOnly, onReload }: Props) {
  const queryClient = useQueryClient();
  const change = useChange('PUT /discounts');
  const editor = useRuleEditor(saved.discounts, change);
  const { openId, isOpenNew, closeForm } = editor;
  const [typed, setTyped] = useState<Discount>();
  const hasCodes = saved.discounts.some(({ code }) => code);
  const uses = useQuery({ ...read('GET /codeUses'), enabled: hasCodes }).data;
  const written = typed?.id === openId ? typed : undefined;
  const discounts = written ? putRule(saved.discounts, written) : saved.discounts;

  function finish(changed: SchoolDiscounts) {
    queryClient.setQueryData(readOnce('GET /discounts').queryKey, changed);
    closeForm();
    void showSuccess('The discounts are saved');
  }

  async function remove(discount: Discount) {
    const isSure = await confirmAction({
      titleText: 'Remove this discount?',
      text: `${describeDiscount(discount)}. Seats that are already held or paid keep it.`,
      confirm: 'Yes, Remove!',
    });
    if (!isSure || change.isPending) return;
    const left = saved.discounts.filter(({ id }) => id !== discount.id);
    change.mutate({ body: { version: saved.version, discounts: left } }, { onSuccess: finish });
  }

  function reload() {
    onReload();
    change.reset();
    // A new discount conflicts with nobody. An existing one may have changed.
    if (!isOpenNew) closeForm();
  }
  const again = {
    code: 'discounts_changed',
    label: 'Load the current discounts',
    onReload: reload,
  } as const;

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <RuleList
        id="discounts"
        title="What families get"
        empty="There are no discounts. Everybody pays the full price of a class."
        add="Add a discount"
        rules={saved.discounts}
        most={MAX_DISCOUNTS}
        {...{ editor, isReadOnly }}
        problem={change.isError && <RuleProblem error={change.error} reload={again} />}
        row={(discount, hasButtons) => (
          <DiscountRow
            {...{ discount, classes, hasButtons }}
            uses={uses?.find(({ id }) => id === discount.id)?.count}
            onChange={() => editor.openForm(discount.id)}
            onRemove={() => void remove(discount)}
          />
        )}
        form={
          openId && (
            <DiscountForm
              key={openId}
              id={openId}
              title={isOpenNew ? 'Add a discount' : 'Change this discount'}
              reload={again}
              onType={setTyped}
              onSaved={finish}
              onCancel={closeForm}
              {...{ saved, classes }}
            />
          )
        }
        note={
          <>
            A family gets one discount of each kind. Those that combine add up; any other counts
            alone. Families get whatever is cheaper for them, and pay at least{' '}
            {formatCharge(leastCharge())}.
            {isReadOnly && <span> Only a director changes discounts.</span>}
          </>
        }
      />
      <PricePreview {...{ discounts, classes }} isIncomplete={openId !== undefined && !written} />
    </div>
  );
}
