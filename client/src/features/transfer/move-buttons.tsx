type Props = {
  label: string;
  isBusy: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  onBack: () => void;
};

/** The buttons below a question about a move. */
export function MoveButtons({ label, isBusy, isDisabled = false, onConfirm, onBack }: Props) {
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-primary h-auto min-h-(--size) grow py-2 sm:grow-0"
        disabled={isDisabled}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={onConfirm}
      >
        {isBusy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
        {label}
      </button>
      <button
        type="button"
        className="btn btn-ghost grow sm:grow-0"
        disabled={isBusy}
        onClick={onBack}
      >
        Back
      </button>
    </div>
  );
}
