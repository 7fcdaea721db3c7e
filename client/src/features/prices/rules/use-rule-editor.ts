import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The one rule of a list that is being written.
 * @param rules those that are saved
 * @param removal of a rule; what it said is over once a form opens
 */
export function useRuleEditor(rules: { id: string }[], removal: { reset: () => void }) {
  const [openId, setOpenId] = useState<string>();
  const list = useRef<HTMLElement>(null);
  return {
    list,
    openId,
    isOpenNew: openId !== undefined && rules.every(({ id }) => id !== openId),
    openForm(id: string) {
      removal.reset();
      setOpenId(id);
    },
    /** The focus goes to what is on the page then. */
    closeForm() {
      flushSync(() => setOpenId(undefined));
      list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
    },
  };
}

export type RuleEditor = ReturnType<typeof useRuleEditor>;

/** The rules with one that replaces an older one, or comes last. */
export function putRule<Rule extends { id: string }>(rules: Rule[], rule: Rule): Rule[] {
  return rules.some(({ id }) => id === rule.id)
    ? rules.map((one) => (one.id === rule.id ? rule : one))
    : [...rules, rule];
}

/** Where a rule is among all of them, or where it will be. */
export function findPlace(rules: { id: string }[], id: string): number {
  const place = rules.findIndex((rule) => rule.id === id);
  return place === -1 ? rules.length : place;
}
