import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { showSuccess } from '../../../lib/dialogs.ts';

/** What writes a list of rules to the server, such as discounts or extras. */
type Change = { isPending: boolean; reset: () => void };

/**
 * The one rule of a list that is being written, and the focus, which goes to what is on the page then.
 * @param rules those that are saved
 */
export function useRuleEditor<Values>(rules: { id: string }[], change: Change) {
  const [open, setOpen] = useState<{ id: string; values: Values }>();
  const list = useRef<HTMLElement>(null);
  const isOpenNew = open !== undefined && rules.every(({ id }) => id !== open.id);

  function show(next: typeof open, selector: string) {
    flushSync(() => {
      change.reset();
      setOpen(next);
    });
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }
  const closeForm = () => show(undefined, '[data-add]');

  return {
    list,
    open,
    isOpenNew,
    closeForm,
    openForm: (id: string, values: Values) => show({ id, values }, 'form :is(input, select)'),
    type: (values: Values) => setOpen(open && { ...open, values }),
    /** Sends the rules. If they are refused, the form stays, and the page says what is wrong. */
    async save(send: () => Promise<unknown>, done: string): Promise<void> {
      if (change.isPending) return;
      try {
        await send();
      } catch {
        return;
      }
      closeForm();
      await showSuccess(done);
    },
  };
}

export type RuleEditor<Values> = ReturnType<typeof useRuleEditor<Values>>;

/** The rules with one that replaces an older one, or comes last. */
export function putRule<Rule extends { id: string }>(rules: Rule[], rule: Rule): Rule[] {
  return rules.some(({ id }) => id === rule.id)
    ? rules.map((one) => (one.id === rule.id ? rule : one))
    : [...rules, rule];
}
