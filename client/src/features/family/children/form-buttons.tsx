import { LABELS } from '@speakifyr/contract/labels.ts';

type Props = {
  /** The label of the button that sends the form around it. */
  label: string;
  isBusy: boolean;
  /** Missing if there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
};

/** The two buttons below a form of a child's page. */
export function FormButtons({ label, isBusy, onCancel }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <button type="submit" className="btn btn-primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {label}
      </button>
      {onCancel && (
        <button type="button" className="btn btn-ghost" onClick={onCancel}>
          {LABELS.cancel}
        </button>
      )}
    </div>
  );
}
