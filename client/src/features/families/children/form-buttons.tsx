import { LABELS } from '@speakifyr/contract/labels.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormState } from '../../../ui/form-state.ts';

type Props = {
  /** The label of the button that sends the form around it. */
  label: string;
  /** Missing if there is nothing to go back to. Nothing can be canceled that is on its way. */
  onCancel?: (() => void) | undefined;
};

/** The two buttons below a form of a child's page. */
export function FormButtons({ label, onCancel }: Props) {
  const { isBusy } = useFormState();
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" className="btn-primary" isBusy={isBusy} hasSpinner>
        {label}
      </Button>
      {onCancel && (
        <Button className="btn-ghost" isBusy={isBusy} onClick={onCancel}>
          {LABELS.cancel}
        </Button>
      )}
    </div>
  );
}
