import { IMAGE_TYPES } from '@speakifyr/contract/limits.ts';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useCallback, useId } from 'react';
import { MAX_IMAGE_MEGABYTES } from '../lib/check-image.ts';
import { FieldError } from './field.tsx';
import { FileButton } from './file-button.tsx';
import { useFormState } from './form-state.ts';
import { RemotePicture } from './remote-picture.tsx';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  file: File | undefined;
  /** The address of the picture that stays if no file is chosen. */
  current?: string;
  /** What the preview shows: 'Your photo'. */
  previewAlt: string;
  /** In the preview's place while there is no picture. */
  icon: LucideIcon;
  /** The preview's size and corners. */
  frame: string;
  /** The button's text, if a picture is there already. */
  replaceText?: string;
  /** Below the button, such as other pictures to choose from. */
  children?: ReactNode;
};

/** A picture from this device, shown before it is sent. */
export function ImageField(props: Props) {
  const { label, file, current, previewAlt, icon: Icon, frame, children, ...rest } = props;
  const { replaceText = 'Choose another', ...input } = rest;
  const id = useId();
  const { findError } = useFormState();
  const error = input.name && findError(input.name);
  const isChosen = Boolean(file ?? current);
  const describedBy = [file && `${id}-file`, `${id}-hint`, error && `${id}-error`];
  return (
    // Not wider than its place in a form's grid, however long the file's name is.
    <div className="min-w-0">
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="flex items-center gap-4">
        <span className={`bg-base-300 grid shrink-0 place-items-center overflow-hidden ${frame}`}>
          {file && !error ? (
            <ChosenPicture file={file} alt={previewAlt} className="size-full object-cover" />
          ) : current ? (
            <RemotePicture
              src={current}
              alt={previewAlt}
              width={144}
              height={144}
              className="size-full object-cover"
            />
          ) : (
            <Icon className="size-6" aria-hidden="true" />
          )}
        </span>
        <div className="min-w-0 flex-1">
          <FileButton
            {...input}
            id={id}
            accept={IMAGE_TYPES.join(',')}
            aria-labelledby={`${id}-label ${id}-action`}
            aria-invalid={Boolean(error)}
            aria-describedby={describedBy.filter(Boolean).join(' ')}
          >
            <span id={`${id}-action`}>{isChosen ? replaceText : 'Choose a picture'}</span>
          </FileButton>
          {file && (
            <p id={`${id}-file`} className="mt-1.5 truncate text-sm font-medium">
              {file.name}
            </p>
          )}
          <p id={`${id}-hint`} className="text-base-content/75 mt-1.5 text-sm">
            Image up to {MAX_IMAGE_MEGABYTES} MB.
          </p>
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
    </div>
  );
}

type ChosenPictureProps = { file: File; alt: string; className: string };

/** A picture from this device. Its address is valid on this page only and revoked when the file is no longer shown. */
export function ChosenPicture({ file, alt, className }: ChosenPictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} className={className} />;
}
