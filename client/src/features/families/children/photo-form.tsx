import { useEffect, useId, useRef, useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { Form, showFormError } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { ConsentBox, useNewWords } from '../../../ui/consent-box.tsx';
import { FormButtons } from './form-buttons.tsx';
import {
  type Crop,
  drawPhoto,
  FIRST_CROP,
  makePhoto,
  MAX_ZOOM,
  PictureProblem,
} from './make-photo.ts';

/** The photo is made when it is sent. `consent`: the version of the text. */
type Values = { jpeg: string; consent: string | false };

type Props = {
  child: { _id: string; name: string };
  firstName: string;
  picture: ImageBitmap;
  onSaved: () => void;
  onCancel: () => void;
};

/** Shows what the photo will be, lets the parent choose the part of the picture, and asks for the consent. */
export function PhotoForm({ child, firstName, picture, onSaved, onCancel }: Props) {
  const { _id, name } = child;
  const form = useCallForm('PUT /myChildren/:id/photo', {
    defaultValues: { jpeg: '', consent: false } as Values,
    toInput: ({ jpeg, consent }) => ({
      params: { id: _id },
      body: { jpeg, consent: consent as string },
    }),
  });
  const [crop, setCrop] = useState(FIRST_CROP);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawPhoto(canvas.current, picture, crop);
  }, [picture, crop]);

  const showNewWords = useNewWords();

  async function submit(values: Values) {
    if (!canvas.current) return;
    const jpeg = await makePhoto(canvas.current);
    await form.send({ ...values, jpeg }).catch(showNewWords);
    onSaved();
    void showSuccess('Thank you, the photo is saved');
  }

  function showProblem(error: unknown) {
    if (!(error instanceof PictureProblem))
      return showFormError(error, form, { text_changed: 'consent' });
    form.setError('root', { message: error.message });
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      onError={showProblem}
      aria-label={`Photo of ${firstName}`}
      className="grid max-w-2xl gap-6"
    >
      <div className="flex flex-wrap items-center gap-6">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`How the team sees ${firstName}`}
          className="bg-base-300 size-44 shrink-0 rounded-full"
        />
        <div className="grid min-w-44 flex-1 gap-2">
          {PARTS.map(({ part, label, min, max }) => (
            <Slider
              key={part}
              label={label}
              {...{ min, max }}
              value={crop[part]}
              onMove={(value) => setCrop({ ...crop, [part]: value })}
            />
          ))}
        </div>
      </div>
      <ConsentBox name="photoConsent" child={name} about="Who sees the photo, and until when." />
      <FormProblem />
      <FormButtons label="Save photo" onCancel={onCancel} />
    </Form>
  );
}

const PARTS: { part: keyof Crop; label: string; min: number; max: number }[] = [
  { part: 'zoom', label: 'Closer', min: 1, max: MAX_ZOOM },
  { part: 'across', label: 'Left or right', min: 0, max: 1 },
  { part: 'down', label: 'Up or down', min: 0, max: 1 },
];

type SliderProps = {
  label: string;
  min: number;
  max: number;
  value: number;
  onMove: (value: number) => void;
};

function Slider({ label, min, max, value, onMove }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className="accent-primary h-8 w-full cursor-pointer"
        {...{ min, max, value }}
        step={(max - min) / 50}
        aria-valuetext={`${Math.round(((value - min) / (max - min)) * 100)} %`}
        onChange={({ target }) => onMove(target.valueAsNumber)}
      />
    </div>
  );
}
