import { MAX_SLIDES } from '@speakifyr/contract/limits.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import { Image } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { ChosenPicture, ImageField } from '../../ui/image-field.tsx';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

/** The carousel is at most this wide, in pixels. A phone loads it, too. */
export const MAX_SLIDE_SIDE = 1200;

export type SlideValues = Pick<School, 'slides'> & { slideFiles: (FileList | undefined)[] };

export const SLIDE_PLACES = Array.from({ length: MAX_SLIDES }, (_none, place) => place);

/** A form that was sent once says at once whether it is right now. */
const CHANGED = { shouldDirty: true, shouldValidate: true };

const NO_SLIDE = { picture: '', title: '', alt: '' };

/** @returns one place for each picture that there can be */
export function readSlides({ slides }: Pick<School, 'slides'>): SlideValues {
  return {
    slides: SLIDE_PLACES.map((place) => slides[place] ?? NO_SLIDE),
    slideFiles: SLIDE_PLACES.map(() => undefined),
  };
}

/** The pictures that change on Home: those that are there, and a place for one more. R632 */
export function SlideFields() {
  const { control } = useFormContext<SlideValues>();
  const [slides, files] = useWatch({ control, name: ['slides', 'slideFiles'] });
  const isFilled = (place: number) => Boolean(slides[place]?.picture || files[place]?.[0]);
  const last = SLIDE_PLACES.findLast(isFilled) ?? -1;
  return (
    <fieldset className="grid gap-5">
      <legend className="text-lg font-bold">{SCHOOL_LABELS.slides}</legend>
      <p className="text-base-content/75 text-sm">
        JPEG, PNG or WebP, twice as wide as high. With one of your own, the pictures that came with
        the software are no longer shown.
      </p>
      {SLIDE_PLACES.filter((place) => place <= last + 1).map((place) => (
        <Slide key={place} place={place} isFilled={isFilled(place)} />
      ))}
    </fieldset>
  );
}

function Slide({ place, isFilled }: { place: number; isFilled: boolean }) {
  const { register, control, trigger, setValue, getValues } = useFormContext<SlideValues>();
  const [current, files] = useWatch({
    control,
    name: [`slides.${place}.picture`, `slideFiles.${place}`],
  });
  const label = `Picture ${place + 1}`;
  function remove() {
    // Those after it move up: their places are those in the body, so what is wrong stands beside its field.
    const rest = <One,>(all: One[]) => all.filter((_one, other) => other !== place);
    setValue('slideFiles', [...rest(getValues('slideFiles')), undefined]);
    setValue('slides', [...rest(getValues('slides')), NO_SLIDE], CHANGED);
  }
  return (
    <div className="grid gap-3">
      <ImageField
        label={label}
        file={files?.[0]}
        current={current}
        previewAlt={label}
        icon={Image}
        frame="rounded-field h-16 w-28"
        {...register(`slideFiles.${place}`, {
          onChange: () => void trigger(`slideFiles.${place}`),
        })}
      />
      {isFilled && (
        <>
          <Field
            label={`Title of picture ${place + 1}`}
            placeholder="Canoes before breakfast"
            maxLength={200}
            {...register(`slides.${place}.title`)}
          />
          <Field
            label={`What picture ${place + 1} shows`}
            placeholder="Children in red canoes on a river"
            maxLength={200}
            {...register(`slides.${place}.alt`)}
          />
          <button
            type="button"
            className="btn btn-ghost btn-sm -ml-3 min-h-11 justify-self-start"
            onClick={remove}
          >
            {`Take picture ${place + 1} away`}
          </button>
        </>
      )}
    </div>
  );
}

type PreviewProps = { slides: School['slides']; files: SlideValues['slideFiles'] };

/** The pictures with their titles, as the carousel has them. */
export function SlidesPreview({ slides, files }: PreviewProps) {
  if (SLIDE_PLACES.every((place) => !files[place]?.[0] && !slides[place]?.picture)) return null;
  return (
    <ul className="grid grid-cols-2 gap-3">
      {slides.map(({ picture, title }, place) => {
        const file = files[place]?.[0];
        const frame = 'rounded-box aspect-2/1 w-full object-cover';
        return (
          (file ?? picture) && (
            <li key={place} className="min-w-0">
              {file ? (
                <ChosenPicture file={file} alt="" className={frame} />
              ) : (
                <RemotePicture src={picture} alt="" width={480} height={240} className={frame} />
              )}
              <p className="mt-1 font-semibold break-words">{title}</p>
            </li>
          )
        );
      })}
    </ul>
  );
}
