import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ChildPanel } from './child-panel.tsx';
import { PhotoForm } from './photo-form.tsx';
import { PickPhoto } from './pick-photo.tsx';

type Props = {
  child: ChildDetails;
  /** As the family calls the child. The consent names the whole name. */
  firstName: string;
};

/** The photo by which the team recognizes a child, if its family gives one. R419 */
export function Photo({ child, firstName }: Props) {
  const { _id, photo, canChange } = child;
  const [picture, setPicture] = useState<ImageBitmap>();
  const heading = useRef<HTMLHeadingElement>(null);
  const withdrawing = useChange('DELETE /myChildren/:id/photo');
  // It is as large as the camera made it.
  useEffect(() => () => picture?.close(), [picture]);
  if (!canChange && !photo) return null;

  // The button that had the focus is gone.
  const focusHeading = () => heading.current?.focus();

  function show(next?: ImageBitmap) {
    setPicture(next);
    focusHeading();
  }

  return (
    <ChildPanel id="photo" title="Photo" heading={heading}>
      {picture ? (
        <PhotoForm
          child={child}
          firstName={firstName}
          picture={picture}
          onSaved={() => show()}
          onCancel={() => show()}
        />
      ) : (
        <div className="flex max-w-2xl flex-wrap items-center gap-5 [overflow-wrap:anywhere]">
          {photo && (
            <img
              src={`data:image/jpeg;base64,${photo.jpeg}`}
              alt={`Photo of ${firstName}`}
              width={112}
              height={112}
              className="shrink-0 rounded-full"
            />
          )}
          <p className="min-w-44 flex-1">
            {photo
              ? `The team of ${firstName}’s classes sees this photo on its day list. Given on ${formatDate(new Date(photo.givenAt))}.`
              : `With a photo, the team recognizes ${firstName} from the first day on. You need not give one.`}
          </p>
          {canChange && (
            <div className="flex w-full flex-wrap gap-3">
              <PickPhoto name={firstName} hasPhoto={photo !== null} onPick={show} />
              {photo && (
                <ActionButton
                  className="btn-ghost text-error"
                  act={() => withdrawing.mutateAsync({ params: { id: _id } })}
                  success="The photo is erased"
                  onDone={focusHeading}
                >
                  Remove photo
                </ActionButton>
              )}
            </div>
          )}
        </div>
      )}
    </ChildPanel>
  );
}
