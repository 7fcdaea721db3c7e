import { Camera, ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { FieldError } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { openPicture, PictureProblem } from './make-photo.ts';

type Props = {
  name: string;
  /** Whether the child has a photo already. */
  hasPhoto: boolean;
  onPick: (picture: ImageBitmap) => void;
};

/** Takes a picture with the camera, or one that is on this device. Nothing is sent yet. */
export function PickPhoto({ name, hasPhoto, onPick }: Props) {
  const [problem, setProblem] = useState<string>();
  const id = useId();

  async function pick(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    // So that the same file can be chosen again.
    const forget = () => (input.value = '');
    if (!file) return;
    setProblem(undefined);
    try {
      onPick(await openPicture(file));
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error;
      setProblem(error.message);
      forget();
    }
  }

  const field = {
    accept: 'image/*',
    'aria-invalid': Boolean(problem),
    'aria-describedby': problem && id,
    onChange: ({ target }: { target: HTMLInputElement }) => void pick(target),
  };
  return (
    <>
      {/* Only what has a touch screen has a camera that opens at once. */}
      <FileButton
        {...field}
        capture="environment"
        aria-label={`Take a photo of ${name}`}
        className="hidden pointer-coarse:inline-flex"
      >
        <Camera className="size-5" aria-hidden="true" />
        Take a photo
      </FileButton>
      <FileButton
        {...field}
        aria-label={hasPhoto ? `Choose another photo of ${name}` : `Choose a photo of ${name}`}
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span>{hasPhoto ? 'Choose another photo' : 'Choose a photo'}</span>
      </FileButton>
      {problem && (
        <div className="w-full">
          <FieldError id={id}>{problem}</FieldError>
        </div>
      )}
    </>
  );
}
