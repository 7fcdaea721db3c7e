import { IMAGE_TYPES } from '@speakifyr/contract/limits.ts';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, useCallback, useId } from 'react';
import { MAX_IMAGE_MEGABYTES } from '../lib/check-image.ts';
import { FieldError } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  file: File | undefined;
  error?: string;
  /** What the preview shows: 'Your photo'. */
  previewAlt: string;
  /** In the preview's place until there is one. */
  icon: LucideIcon;
  /** The preview's size and corners. */
  frame: string;
};

/** A picture from this device, shown before it is sent. */
export function ImageField(props: Props) {
  const { label, file, error, previewAlt, icon: Icon, frame, ...input } = props;
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        <span className={`bg-base-300 grid shrink-0 place-items-center overflow-hidden ${frame}`}>
          {file ? (
            <Preview file={file} alt={previewAlt} />
          ) : (
            <Icon className="size-6" aria-hidden="true" />
          )}
        </span>
        <input
          {...input}
          id={id}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          className={`file-input file-input-lg bg-base-100 min-w-48 flex-1 text-base ${error ? 'file-input-error' : ''}`}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        />
      </div>
      <p id={`${id}-hint`} className="text-base-content/75 mt-1.5 text-sm">
        Image up to {MAX_IMAGE_MEGABYTES} MB.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** An address for the file, valid on this page only and revoked when the file is no longer shown. */
function Preview({ file, alt }: { file: File; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} className="size-full object-cover" />;
}
