import { Button } from './button.tsx';

type Props = {
  /** Its distance from what is above it. */
  className?: string;
  /** The button that does what the dialog asks about. */
  label: string;
  /** The button that doesn't. */
  back: string;
  isBusy: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean | undefined;
  onConfirm: () => void;
  onBack: () => void;
};

/** The two buttons below the question of a dialog. The first shows a spinner while it is being done. */
export function DialogButtons(props: Props) {
  const { className = '', label, back, isBusy, isDisabled, isDangerous, onConfirm, onBack } = props;
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      <Button
        className={`${isDangerous ? 'btn-error' : 'btn-primary'} h-auto min-h-(--size) grow py-2 sm:grow-0`}
        isBusy={isBusy}
        hasSpinner
        disabled={isDisabled}
        onClick={onConfirm}
      >
        {label}
      </Button>
      <button
        type="button"
        className="btn btn-ghost grow sm:grow-0"
        disabled={isBusy}
        onClick={onBack}
      >
        {back}
      </button>
    </div>
  );
}
