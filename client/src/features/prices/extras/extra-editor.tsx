import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_EXTRAS } from '@speakifyr/contract/limits.ts';
import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { readApiError } from '../../../lib/api.ts';
import { confirmAction } from '../../../lib/dialogs.ts';
import { formatCharge } from '../../../lib/format.ts';
import { nameClasses } from '../name-classes.ts';
import { RuleButtons, RuleList, RuleProblem } from '../rules/rule-list.tsx';
import { putRule, useRuleEditor } from '../rules/use-rule-editor.ts';
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

/** The school's extras, and the form of the one that is being written. R440 */
export function ExtraEditor({ saved, classes, isReadOnly, onReload }: Props) {
  const change = useChangeExtras();
  const { extras } = saved;
  const editor = useRuleEditor<ExtraValues>(extras, change);
  const { open, isOpenNew } = editor;
  const refusal = change.isError ? readApiError(change.error) : undefined;

  const save = (next: Extra[]) => {
    const body = { version: saved.version, extras: next };
    return editor.save(() => change.mutateAsync(body), 'The extras are saved');
  };

  function saveOpen() {
    const typed = open && readExtra(open.id, open.values);
    if (typed) void save(putRule(extras, typed));
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
    editor.closeForm();
  }

  const problem = refusal && (
    <RuleProblem
      refusal={refusal}
      isOld={refusal.code === 'extras_changed'}
      reload="Load the current extras"
      onReload={reload}
    />
  );

  return (
    <RuleList
      id="extras"
      title="What families can add"
      empty="There are no extras yet."
      add="Add an extra"
      className="max-w-3xl"
      rules={extras}
      most={MAX_EXTRAS}
      fresh={NEW_EXTRA}
      {...{ editor, isReadOnly, problem }}
      row={(extra, hasButtons) => (
        <ExtraFacts
          {...{ extra, classes, hasButtons }}
          onChange={() => editor.openForm(extra.id, writeExtra(extra))}
          onRemove={() => void remove(extra)}
        />
      )}
      form={
        open && (
          <ExtraForm
            key={open.id}
            title={isOpenNew ? 'Add an extra' : 'Change this extra'}
            values={open.values}
            isBusy={change.isPending}
            onChange={editor.type}
            onSave={saveOpen}
            onCancel={editor.closeForm}
            {...{ classes, problem }}
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
  classes: AdminClass[];
  hasButtons: boolean;
  onChange: () => void;
  onRemove: () => void;
};

function ExtraFacts({ extra, classes, hasButtons, onChange, onRemove }: FactsProps) {
  const { label, price, per, options, capacity, isRefundable } = extra;
  return (
    <div className="rounded-box border-base-content/20 border p-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{`${label}: ${formatCharge(price / 100)} ${per === 'day' ? 'each camp day' : 'once'}`}</p>
      {options.length > 0 && (
        <p className="text-sm [overflow-wrap:anywhere]">To choose: {options.join(', ')}</p>
      )}
      <p className="text-sm">{`${nameClasses(extra, classes)}. ${capacity === null ? 'No limit.' : `${capacity} in each class.`} ${isRefundable ? 'Refunded under the refund policy.' : 'Not refunded.'}`}</p>
      {hasButtons && <RuleButtons {...{ label, onChange, onRemove }} />}
    </div>
  );
}
