import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { makeId } from '../../../lib/make-id.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type Reload, ReloadButton } from './rule-form.tsx';
import type { RuleEditor } from './use-rule-editor.ts';

type Props<Rule> = {
  id: string;
  title: string;
  /** Shown if there are none. */
  empty: string;
  /** The label of the button that adds one. */
  add: string;
  rules: Rule[];
  /** How many there may be. */
  most: number;
  editor: RuleEditor;
  isReadOnly: boolean;
  row: (rule: Rule, hasButtons: boolean) => ReactNode;
  /** The one that is being written, if there is one. */
  form: ReactNode;
  /** What is wrong with all of them, while none is being written. */
  problem: ReactNode;
  note: ReactNode;
  className?: string;
};

/** Rules that directors write, such as discounts or extras, with the form of one of them in its place. */
export function RuleList<Rule extends { id: string }>(props: Props<Rule>) {
  const { id, title, empty, add, rules, most, editor, isReadOnly, row, form, problem } = props;
  const { openId, isOpenNew, list } = editor;
  return (
    <section
      ref={list}
      aria-labelledby={id}
      className={`card bg-base-100 shadow-card grid gap-4 p-5 sm:p-7 ${props.className ?? ''}`}
    >
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {rules.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <ul className="grid gap-3">
          {rules.map((rule) => (
            <li key={rule.id}>{rule.id === openId ? form : row(rule, !openId && !isReadOnly)}</li>
          ))}
        </ul>
      )}
      {isOpenNew && form}
      {openId ? null : problem}
      {!openId && !isReadOnly && (
        <div>
          <button
            type="button"
            data-add
            className="btn btn-outline btn-primary"
            disabled={rules.length >= most}
            onClick={() => editor.openForm(makeId())}
          >
            <Plus className="size-4" aria-hidden="true" />
            {add}
          </button>
        </div>
      )}
      <p className="text-base-content/80 text-sm">{props.note}</p>
    </section>
  );
}

type ProblemProps = { error: unknown; reload: Reload };

/** Why the rules are not saved. */
export function RuleProblem({ error, reload: { code, ...again } }: ProblemProps) {
  const refusal = readApiError(error);
  return (
    <>
      <FormProblem>{Object.values(refusal.fields ?? {})[0] ?? refusal.message}</FormProblem>
      {refusal.code === code && <ReloadButton {...again} />}
    </>
  );
}

type ButtonProps = { label: string; onChange: () => void; onRemove: () => void };

/** Of one rule. @param props.label its name, for screen readers */
export function RuleButtons({ label, onChange, onRemove }: ButtonProps) {
  return (
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
  );
}
