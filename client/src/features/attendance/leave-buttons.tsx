import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

type Props = {
  /** Whether everything required has been said. */
  isReady: boolean;
  isBusy?: boolean;
  onClose: () => void;
  /** On the button that sends the form. */
  children: ReactNode;
};

/** At the end of a form of the hand-over: one button sends it, the other one closes the dialog. */
export function LeaveButtons({ isReady, isBusy = false, onClose, children }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        type="submit"
        className={`h-auto min-h-14 w-full py-2 text-lg sm:w-auto ${isReady ? 'bg-base-content text-base-100' : ''}`}
        disabled={!isReady}
        isBusy={isBusy}
        hasSpinner
      >
        <span className="min-w-0 break-words">{children}</span>
      </Button>
      <button
        type="button"
        className="btn btn-outline min-h-14 w-full text-lg sm:w-auto"
        onClick={onClose}
      >
        Close
      </button>
    </div>
  );
}
