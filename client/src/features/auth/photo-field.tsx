import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@speakifyr/contract/limits.ts';
import { Camera } from 'lucide-react';
import { type ComponentProps, useCallback, useId } from 'react';
import { FieldError } from '../../ui/field.tsx';

const MAX_MEGABYTES = MAX_IMAGE_BYTES / 1024 / 1024;

type Props = Omit<ComponentProps<'input'>, 'type'> & { file: File | undefined; error?: string };

/** A photo from this device, shown before it is sent. */
export function PhotoField({ file, error, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Photo
      </label>
      <div className="flex items-center gap-4">
        <span className="bg-base-300 grid size-16 shrink-0 place-items-center overflow-hidden rounded-full">
          {file ? <Preview file={file} /> : <Camera className="size-6" aria-hidden="true" />}
        </span>
        <input
          {...input}
          id={id}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          className={`file-input file-input-lg bg-base-100 w-full text-base ${error ? 'file-input-error' : ''}`}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        />
      </div>
      <p id={`${id}-hint`} className="text-base-content/75 mt-1.5 text-sm">
        A picture of up to {MAX_MEGABYTES} MB.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The rules for a photo, as a form's `validate`: true, or what is wrong. */
export function checkPhoto(files: FileList | undefined): true | string {
  const file = files?.[0];
  if (!file) return 'Photo is required';
  if (!IMAGE_TYPES.includes(file.type))
    return 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture';
  if (file.size > MAX_IMAGE_BYTES) return `Please choose a picture of up to ${MAX_MEGABYTES} MB`;
  return true;
}

/** The file as it is on this device, by an address that is given back when it is not shown any more. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt="Your photo" className="size-full object-cover" />;
}
