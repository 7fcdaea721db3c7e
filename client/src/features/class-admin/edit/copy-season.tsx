import type { SeasonCopy } from '@speakifyr/contract/seasons.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { showError } from '../../../lib/dialogs.ts';
import { formatDays, nameCharge } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';
import { raisePrice, readPercent } from './raise-price.ts';

type Props = {
  /** yyyy */
  season: string;
  dialog: DialogForm;
};

/** Chooses which classes of a season become drafts, and at which price; or takes the drafts back. R275, R599 */
export function CopySeason({ season, dialog }: Props) {
  const copies = useQuery(read('GET /seasonCopies/:season', { params: { season } }));
  const missing = copies.data?.filter(({ isMade }) => !isMade) ?? [];
  const made = (copies.data?.length ?? 0) - missing.length;
  return (
    <>
      <p className="text-base-content/80 mt-1">
        Each course becomes a draft on the same weekdays next year, without its instructor and
        students. Nobody sees a draft before you publish it.
      </p>
      {copies.isPending && (
        <div className="skeleton mt-4 h-40" role="status" aria-label="Loading" />
      )}
      <FormProblem>{copies.isError && readApiError(copies.error).message}</FormProblem>
      {copies.data?.length === 0 && <p className="mt-4">This season has no open courses.</p>}
      {made > 0 && <MadeDrafts season={season} made={made} dialog={dialog} />}
      {missing.length > 0 && <CopyForm season={season} courses={missing} dialog={dialog} />}
    </>
  );
}

function MadeDrafts({ season, made, dialog }: Props & { made: number }) {
  const undoing = useChange('DELETE /seasonCopies/:season');

  async function undo() {
    if (undoing.isPending || dialog.isBusy) return;
    try {
      const { count } = await undoing.mutateAsync({ params: { season } });
      dialog.onDone(`${sayDrafts(count)} deleted`);
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <p className="mt-4">
      <span>{`${countOf(made, 'course is', 'courses are')} copied already.`}</span>{' '}
      <button
        type="button"
        className="link font-semibold"
        aria-disabled={undoing.isPending || dialog.isBusy}
        onClick={() => void undo()}
      >
        Delete the drafts that nobody has changed
      </button>
    </p>
  );
}

type FormProps = Props & {
  /** Those that are not copied yet. */
  courses: SeasonCopy[];
};

function CopyForm({ season, courses, dialog }: FormProps) {
  const form = useCallForm('POST /seasonCopies/:season', {
    defaultValues: {
      copies: courses.map(({ classId }) => classId),
      percent: '',
      rounding: 'unit' as 'unit' | 'cent',
    },
    toInput: ({ copies, percent, rounding }) => ({
      params: { season },
      body: {
        copies: courses
          .filter(({ classId }) => copies.includes(classId))
          .map(({ classId, price }) => ({
            classId,
            read: price,
            price: raise(price, percent, rounding),
          })),
      },
    }),
    findProblems: ({ percent }) => ({
      percent: readPercent(percent) === undefined && 'Enter 0 to 100, such as 5 or 3.5.',
    }),
  });
  const [chosen, percent, rounding] = useWatch({
    control: form.control,
    name: ['copies', 'percent', 'rounding'],
  });
  const boxes = form.register('copies');
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={`Make ${sayDrafts(chosen.length)}`}
      onSubmit={async (values) => {
        const { count } = await form.send(values);
        return `${sayDrafts(count)} made`;
      }}
    >
      <AmountField
        label="Raise the prices by (%)"
        hint="Empty: each draft costs as much as its course."
        {...form.register('percent')}
      />
      <SelectField label="Round a raised price" {...form.register('rounding')}>
        <option value="unit">{`To ${nameCharge(1)}`}</option>
        <option value="cent">{`To ${nameCharge(0.01)}`}</option>
      </SelectField>
      <ChoiceGroup name="copies" legend="Which courses?">
        <div className="divide-base-300 rounded-box border-base-300 mt-2 max-h-72 divide-y overflow-y-auto border px-4">
          {courses.map(({ classId, name, price, camp_start, camp_end }) => (
            <Check key={classId} value={classId} {...boxes}>
              <span className="block font-semibold">{name}</span>
              <span className="text-base-content/80 block">{formatDays(camp_start, camp_end)}</span>
              <span className="block tabular-nums">
                {sayPrices(price, raise(price, percent, rounding))}
              </span>
            </Check>
          ))}
        </div>
      </ChoiceGroup>
      <p className="text-base-content/80 text-sm">
        <Link to={paths.discounts} className="link">
          Discounts, early prices
        </Link>{' '}
        and{' '}
        <Link to={paths.extras} className="link">
          extras
        </Link>{' '}
        stay as they are. One that is only for certain courses is not for their drafts.
      </p>
    </FormInDialog>
  );
}

function raise(price: number, percent: string, rounding: 'unit' | 'cent'): number {
  return raisePrice(price, readPercent(percent) ?? 0, rounding === 'unit');
}

function sayPrices(before: number, after: number): string {
  const say = (price: number) => (price === 0 ? 'Free' : nameCharge(price));
  return before === after ? `${say(before)}, as now` : `${say(before)} now, then ${say(after)}`;
}

function sayDrafts(count: number): string {
  return countOf(count, 'draft');
}
