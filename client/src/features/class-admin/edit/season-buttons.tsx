import { useQuery } from '@tanstack/react-query';
import { CopyPlus, Megaphone } from 'lucide-react';
import { countOf } from '../../../lib/count-of.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { readCount } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { CopySeason } from './copy-season.tsx';

type Props = { /** yyyy */ season: string };

/** What an admin can do with a whole season. */
export function SeasonButtons({ season }: Props) {
  const publication = useChange('POST /seasonDrafts/:season');
  const drafts = useQuery(readCount('GET /adminClasses', { season, status: 'draft' }));
  const count = drafts.data ?? 0;

  async function publish() {
    const { count: published } = await publication.mutateAsync({ params: { season } });
    const left = count - published;
    await showSuccess(
      `${countOf(published, 'draft')} published${left > 0 ? `, ${countOf(left, 'draft')} left` : ''}`,
    );
  }

  return (
    <>
      <FormDialog
        className="btn-outline"
        label={
          <>
            <CopyPlus className="size-4" aria-hidden="true" />
            Copy season {season}
          </>
        }
        title={`Copy season ${season}`}
        onDone={() => undefined}
      >
        {(dialog) => <CopySeason season={season} dialog={dialog} />}
      </FormDialog>
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
    </>
  );
}
