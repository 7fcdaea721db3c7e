import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { CopyPlus, Megaphone } from 'lucide-react';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { read, readCount } from '../../../lib/read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { formatDays } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { useSeasonAct } from './class-admin.queries.ts';

type Props = { /** yyyy */ season: string };

/** What an admin can do with a whole season. */
export function SeasonButtons({ season }: Props) {
  const [isOpen, setOpen] = useState(false);
  const publication = useSeasonAct('publish', season);
  const drafts = useQuery(readCount('GET /adminClasses', { season, status: 'draft' }));
  const count = drafts.data ?? 0;

  async function publish() {
    const { count: published } = await publication.mutateAsync();
    const left = count - published;
    await showSuccess(
      `${countOf(published, 'draft')} published${left > 0 ? `, ${countOf(left, 'draft')} left` : ''}`,
    );
  }

  return (
    <>
      <button type="button" className="btn btn-outline" onClick={() => setOpen(true)}>
        <CopyPlus className="size-4" aria-hidden="true" />
        Copy season {season}
      </button>
      <ActionButton
        className="btn-outline"
        question={{
          titleText: `Publish ${countOf(count, 'draft')} of ${season}?`,
          text: 'Everybody sees them and can join. Drafts that start in the past stay drafts.',
          confirm: 'Yes, Publish!',
        }}
        act={publish}
        disabled={drafts.isSuccess && count === 0}
      >
        <Megaphone className="size-4" aria-hidden="true" />
        <span>{`Publish ${drafts.isSuccess ? countOf(count, 'draft') : 'the drafts'} of ${season}`}</span>
      </ActionButton>
      {isOpen && <CopyDialog season={season} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows which drafts a copy makes, and makes them or takes them back. */
function CopyDialog({ season, onClose }: Props & { onClose: () => void }) {
  const copies = useQuery(read('GET /seasonCopies/:season', { params: { season } }));
  const copying = useSeasonAct('copy', season);
  const undoing = useSeasonAct('undo', season);
  const isBusy = copying.isPending || undoing.isPending;
  const missing = copies.data?.filter(({ isMade }) => !isMade) ?? [];
  const made = (copies.data?.length ?? 0) - missing.length;

  async function run(act: typeof copying, say: (count: number) => string) {
    if (isBusy) return;
    try {
      const { count } = await act.mutateAsync();
      onClose();
      await showSuccess(say(count));
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <ModalDialog title={`Copy season ${season}`} isBusy={isBusy} onClose={onClose}>
      <p className="text-base-content/80 mt-1">
        Each open course becomes a draft on the same weekdays next year, without its instructor and
        students. Nobody sees a draft before you publish it.
      </p>
      {copies.isPending && (
        <div className="skeleton mt-4 h-40" role="status" aria-label="Loading" />
      )}
      <FormProblem>{copies.isError && readApiError(copies.error).message}</FormProblem>
      {copies.data?.length === 0 && <p className="mt-4">This season has no open courses.</p>}
      {missing.length > 0 && (
        <ul className="divide-base-300 rounded-box border-base-300 mt-4 max-h-72 divide-y overflow-y-auto border px-4">
          {missing.map(({ classId, name, camp_start, camp_end }) => (
            <li key={classId} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
              <span className="text-base-content/80">{formatDays(camp_start, camp_end)}</span>
            </li>
          ))}
        </ul>
      )}
      {made > 0 && (
        <p className="mt-4">
          <span>{`${countOf(made, 'course is', 'courses are')} copied already.`}</span>{' '}
          <button
            type="button"
            className="link font-semibold"
            aria-disabled={isBusy}
            onClick={() => void run(undoing, (count) => `${sayDrafts(count)} deleted`)}
          >
            Delete the drafts that nobody has changed
          </button>
        </p>
      )}
      <DialogButtons
        className="mt-5"
        label={`Make ${sayDrafts(missing.length)}`}
        back={LABELS.cancel}
        isBusy={isBusy}
        isDisabled={missing.length === 0}
        onConfirm={() => void run(copying, (count) => `${sayDrafts(count)} made`)}
        onBack={onClose}
      />
    </ModalDialog>
  );
}

function sayDrafts(count: number): string {
  return countOf(count, 'draft');
}
