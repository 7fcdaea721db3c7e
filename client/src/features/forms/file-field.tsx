import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { FieldError } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { useFormState } from '../../ui/form-state.ts';
import { FILE_ACCEPT } from './prepare-file.ts';

type Props = {
  /** While one is on its way, no other one can be chosen. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** What is on its way, or has arrived. */
  status?: string | undefined;
  onChoose?: (file: File) => void;
};

/** Where a document is chosen. What is wrong with it stands below: the field `file` of the form around it. */
export function FileField({ isBusy = false, isDisabled = false, status, onChoose }: Props) {
  const id = useId();
  const error = useFormState().findError('file');
  return (
    <div className="min-w-0 space-y-1.5">
      <FileButton
        id={id}
        accept={FILE_ACCEPT}
        disabled={isDisabled}
        aria-disabled={isBusy || undefined}
        aria-invalid={Boolean(error)}
        aria-labelledby={`${id}-label`}
        aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
        className="btn-primary h-auto min-h-12 max-w-full py-2"
        // A disabled field would lose the focus.
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that the same file can be chosen again.
          target.value = '';
          if (file && !isBusy) onChoose?.(file);
        }}
      >
        <FileUp className="size-5 shrink-0" aria-hidden="true" />
        <span id={`${id}-label`}>Choose a file or take a picture</span>
      </FileButton>
      <p id={`${id}-hint`} className="text-base-content/75 text-sm">
        A PDF of up to 4 MB, or a picture. Front and back of a card are two pictures.
      </p>
      <p role="status" className="font-semibold [overflow-wrap:anywhere] empty:hidden">
        {status}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
