import { LABELS } from '@speakifyr/contract/labels.ts';
import { formatCharge } from '../lib/format.ts';
import { Button } from './button.tsx';

type Props = {
  /** In whole currency units. */
  price: number;
  /** With what, such as ` with credit`. */
  means?: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Without it, the button sends the form around it. */
  onPress?: () => void;
};

/** `Pay $49`: the button names the amount, however it is paid. */
export function PayButton({ price, means = '', isBusy, isDisabled, onPress }: Props) {
  return (
    <Button
      type={onPress ? 'button' : 'submit'}
      className="btn-primary btn-block btn-lg mt-3"
      disabled={isDisabled}
      isBusy={isBusy}
      hasSpinner
      onClick={onPress}
    >
      {isBusy ? 'Paying…' : `${LABELS.pay} ${formatCharge(price)}${means}`}
    </Button>
  );
}
