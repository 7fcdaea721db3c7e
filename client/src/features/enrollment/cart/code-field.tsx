import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';

type Props = {
  /** What is paid for. */
  courses: CartItem[];
  /** The prices may be others now: loads them again. */
  onChanged: () => Promise<void>;
};

/** Where a family types a code for its cart, or takes it out again. R435 */
export function CodeField({ courses, onChanged }: Props) {
  const [typed, setTyped] = useState('');
  const apply = useMutation({
    mutationFn: (code: string) => call('POST /cartCode', { body: { code } }),
    onSuccess: () => {
      setTyped('');
      return onChanged();
    },
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /cartCode'),
    onSuccess: onChanged,
  });
  const used = courses.filter(({ lines = [] }) => lines.some(({ kind }) => kind === 'code'));
  const label = used[0]?.lines?.find(({ kind }) => kind === 'code')?.label;
  const { error } = apply.isError ? apply : remove;
  const problem = error ? readApiError(error) : undefined;

  function send(event: FormEvent) {
    event.preventDefault();
    remove.reset();
    if (typed.trim() !== '') apply.mutate(typed);
  }

  return (
    <section aria-label="Code" className="border-base-300 my-4 grid gap-3 border-t pt-4">
      <p role="status" className={label ? 'font-semibold [overflow-wrap:anywhere]' : 'sr-only'}>
        {label && `“${label}” applies to ${countOf(used.length, 'seat')}.`}
      </p>
      {label ? (
        <Button
          className="btn-outline btn-sm w-fit"
          isBusy={remove.isPending}
          onClick={() => {
            apply.reset();
            remove.mutate();
          }}
        >
          Remove the code
        </Button>
      ) : (
        <form noValidate className="flex items-end gap-3" onSubmit={send}>
          <div className="min-w-0 flex-1">
            <Field
              label="Have a code?"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          <Button type="submit" className="btn-outline btn-lg text-base" isBusy={apply.isPending}>
            Apply
          </Button>
        </form>
      )}
      {problem && (
        <p role="alert" className="text-error font-medium">
          {problem.fields?.['body.code'] ?? problem.message}
        </p>
      )}
    </section>
  );
}
