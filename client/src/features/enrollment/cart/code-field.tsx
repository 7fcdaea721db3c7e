import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';

/** Where a family types a code for its cart, or takes it out again. */
export function CodeField({ courses }: { courses: CartItem[] }) {
  const [typed, setTyped] = useState('');
  const refresh = useRefresh(['myclass']);
  const apply = useMutation({
    mutationFn: (code: string) => call('POST /cartCode', { body: { code } }),
    onSuccess: () => setTyped(''),
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: () => call('DELETE /cartCode'), onSettled: refresh });
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
    <section aria-label="Code" className="card bg-base-100 shadow-card mt-4 gap-3 p-4 sm:px-6">
      <p role="status" className={label ? 'font-semibold [overflow-wrap:anywhere]' : 'sr-only'}>
        {label && `“${label}” applies to ${countOf(used.length, 'seat')}.`}
      </p>
      {label ? (
        <Button
          className="btn-outline w-full sm:w-auto sm:self-start"
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
          <div className="min-w-0 flex-1 sm:max-w-xs">
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
      <p role="alert" className={problem ? 'text-error font-medium' : 'sr-only'}>
        {problem && (problem.fields?.['body.code'] ?? problem.message)}
      </p>
    </section>
  );
}
