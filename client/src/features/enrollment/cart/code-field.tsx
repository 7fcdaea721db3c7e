import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useMutation } from '@tanstack/react-query';
import { call, readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = {
  /** What is paid for. */
  courses: CartItem[];
  /** The prices may be others now: loads them again. */
  onChanged: () => Promise<void>;
};

/** Where a family types a code for its cart, or takes it out again. R435 */
export function CodeField({ courses, onChanged }: Props) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /cartCode'),
    onSuccess: onChanged,
  });
  const used = courses.filter(({ lines = [] }) => lines.some(({ kind }) => kind === 'code'));
  const label = used[0]?.lines?.find(({ kind }) => kind === 'code')?.label;

  return (
    <section aria-label="Code" className="border-base-300 my-4 grid gap-3 border-t pt-4">
      <p role="status" className={label ? 'font-semibold [overflow-wrap:anywhere]' : 'sr-only'}>
        {label && `“${label}” applies to ${countOf(used.length, 'seat')}.`}
      </p>
      {label ? (
        <Button
          className="btn-outline btn-sm w-fit"
          isBusy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove the code
        </Button>
      ) : (
        <ApplyForm
          onApplied={() => {
            remove.reset();
            return onChanged();
          }}
        />
      )}
      {remove.isError && <FormProblem>{readApiError(remove.error).message}</FormProblem>}
    </section>
  );
}

function ApplyForm({ onApplied }: { onApplied: Props['onChanged'] }) {
  const form = useCallForm('POST /cartCode', {
    defaultValues: { code: '' },
    toInput: (body) => ({ body }),
  });
  const { isSubmitting } = form.formState;

  async function apply(values: { code: string }) {
    await form.send(values);
    form.reset();
    await onApplied();
  }

  return (
    <Form
      form={form}
      fieldOfCode={{ code_refused: 'code' }}
      onSubmit={apply}
      className="grid gap-3"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Field
            label="Have a code?"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            {...form.register('code')}
          />
        </div>
        <Button type="submit" className="btn-outline btn-lg mt-7.5 text-base" isBusy={isSubmitting}>
          Apply
        </Button>
      </div>
      <FormProblem />
    </Form>
  );
}
