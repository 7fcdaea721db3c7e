import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { MAX_EXTRAS } from '@speakifyr/contract/limits.ts';
import { type Extra, nameWithHours } from '@speakifyr/contract/seat-extras.ts';
import { useQueryClient } from '@tanstack/react-query';
import { confirmAction, showSuccess } from '../../../lib/dialogs.ts';
import { formatCharge } from '../../../lib/format.ts';
import { readOnce } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { nameClasses } from '../name-classes.ts';
import { RuleButtons, RuleList, RuleProblem } from '../rules/rule-list.tsx';
import { useRuleEditor } from '../rules/use-rule-editor.ts';
import { ExtraForm } from './extra-form.tsx';
import type { SchoolExtras } from './extra-values.ts';

type Props = {
  saved: SchoolExtras;
  classes: ClassChoice[];
  isReadOnly: boolean;
  /** Loads the extras again, after somebody else has changed them. */
  onReload: () => void;
};

/** The school's extras, and the form of the one that is being written. R440 */
export function ExtraEditor({ saved, classes, isReadOnly, onReload }: Props) {
  const queryClient = useQueryClient();
  const change = useChange('PUT /extras');
  const { version, extras } = saved;
  const editor = useRuleEditor(extras, change);
  const { openId, isOpenNew, closeForm } = editor;

  function finish(changed: SchoolExtras) {
    queryClient.setQueryData(readOnce('GET /extras').queryKey, changed);
    closeForm();
    void showSuccess('The extras are saved');
  }

  async function remove({ id, label }: Extra) {
    const isSure = await confirmAction({
      titleText: 'Remove this extra?',
      text: `Nobody can choose ${label} anymore. Seats that have it keep it.`,
      confirm: 'Yes, Remove!',
    });
    if (!isSure || change.isPending) return;
    const left = extras.filter((one) => one.id !== id);
    change.mutate({ body: { version, extras: left } }, { onSuccess: finish });
  }

  function reload() {
    onReload();
    change.reset();
    closeForm();
  }
  const again = {
    code: 'extras_changed',
    label: 'Load the current extras',
    onReload: reload,
  } as const;

  return (
    <RuleList
      id="extras"
      title="What families can add"
      empty="There are no extras yet."
      add="Add an extra"
      className="max-w-3xl"
      rules={extras}
      most={MAX_EXTRAS}
      {...{ editor, isReadOnly }}
      problem={change.isError && <RuleProblem error={change.error} reload={again} />}
      row={(extra, hasButtons) => (
        <ExtraFacts
          {...{ extra, classes, hasButtons }}
          onChange={() => editor.openForm(extra.id)}
          onRemove={() => void remove(extra)}
        />
      )}
      form={
        openId && (
          <ExtraForm
            key={openId}
            id={openId}
            title={isOpenNew ? 'Add an extra' : 'Change this extra'}
            reload={again}
            onSaved={finish}
            onCancel={closeForm}
            {...{ saved, classes }}
          />
        )
      }
      note={
        <>
          Discounts don’t apply to extras.
          {isReadOnly && <span> Only a director changes extras.</span>}
        </>
      }
    />
  );
}

type FactsProps = {
  extra: Extra;
  classes: ClassChoice[];
  hasButtons: boolean;
  onChange: () => void;
  onRemove: () => void;
};

function ExtraFacts({ extra, classes, hasButtons, onChange, onRemove }: FactsProps) {
  const { label, price, per, options, capacity, isRefundable } = extra;
  const places = `${capacity} in each class${per === 'day' ? ', on each day' : ''}.`;
  return (
    <div className="rounded-box border-base-content/20 border p-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{`${nameWithHours(extra)}: ${formatCharge(price / 100)} ${per === 'day' ? 'each camp day' : 'once'}`}</p>
      {options.length > 0 && (
        <p className="text-sm [overflow-wrap:anywhere]">To choose: {options.join(', ')}</p>
      )}
      <p className="text-sm">{`${nameClasses(extra, classes)}. ${capacity === null ? 'No limit.' : places} ${isRefundable ? 'Refunded under the refund policy.' : 'Not refunded.'}`}</p>
      {hasButtons && <RuleButtons {...{ label, onChange, onRemove }} />}
    </div>
  );
}
