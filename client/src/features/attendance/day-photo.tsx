import { useState } from 'react';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { PersonPhoto } from '../../ui/person-photo.tsx';

type Props = {
  name: string;
  /** An address for an image; undefined if the family gave none. */
  photo: string | undefined;
};

/** In pixels, large enough for a thumb. */
const SMALL = 56;

/** Somebody's face on the day list. A press shows it large. Without a photo it is a letter. */
export function DayPhoto({ name, photo }: Props) {
  const [isLarge, setLarge] = useState(false);
  if (!photo) return <PersonPhoto photo="" name={name} size={SMALL} />;
  return (
    <>
      <button
        type="button"
        aria-label={`Photo of ${name}, show it large`}
        className="shrink-0 cursor-pointer rounded-full"
        onClick={() => setLarge(true)}
      >
        <PersonPhoto photo={photo} name={name} size={SMALL} />
      </button>
      {isLarge && (
        <ModalDialog title={name} onClose={() => setLarge(false)}>
          <div className="mt-4 grid justify-items-center gap-4">
            <LargePhoto name={name} photo={photo} size={320} />
            <button
              type="button"
              className="btn btn-outline min-h-12 w-full"
              onClick={() => setLarge(false)}
            >
              Close
            </button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}

type LargeProps = { name: string; photo: string; /** In pixels, if there is room. */ size: number };

export function LargePhoto({ name, photo, size }: LargeProps) {
  return (
    <img
      src={photo}
      alt={`Photo of ${name}`}
      width={size}
      height={size}
      className="rounded-box h-auto max-w-full object-cover"
    />
  );
}
