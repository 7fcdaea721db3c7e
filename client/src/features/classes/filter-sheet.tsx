import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { type ClassFilter, countFilters, NO_FIELDS } from './class-filter.ts';
import { ClassFilterFields } from './class-filter-fields.tsx';
import { countClasses } from './count-classes.ts';
import type { ChangeFilter } from './use-class-filter.ts';

type Props = {
  filter: ClassFilter;
  onChange: ChangeFilter;
  /** How many classes match; undefined while they are counted. */
  total: number | undefined;
  onClose: () => void;
  onShow: () => void;
};

/** The filters on a phone, above the classes. The button says what they find while the person chooses. R523 */
export function FilterSheet({ filter, onChange, total, onClose, onShow }: Props) {
  // The Back button leaves the page, and does not take back each choice.
  const change: ChangeFilter = (changes) => onChange(changes, { replace: true });
  return (
    <ModalDialog title="Filters" onClose={onClose}>
      <div className="class-filters mt-4 flex [&>div]:basis-full sm:[&>div]:basis-32">
        <ClassFilterFields filter={filter} onChange={change} isBirthFolded />
      </div>
      <div className="bg-base-100 border-base-content/15 sticky -bottom-5 -mx-5 mt-5 -mb-5 flex gap-3 border-t p-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7">
        <button
          type="button"
          className="btn btn-ghost btn-lg text-base"
          disabled={countFilters(filter) === 0}
          onClick={() => change(NO_FIELDS)}
        >
          Clear
        </button>
        <button type="button" className="btn btn-primary btn-lg grow text-base" onClick={onShow}>
          <span aria-live="polite">
            {total === undefined ? 'Show classes' : `Show ${countClasses(total)}`}
          </span>
        </button>
      </div>
    </ModalDialog>
  );
}
