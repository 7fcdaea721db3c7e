import { Camera } from 'lucide-react';
import { type ChangeEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { checkImage } from '../../lib/check-image.ts';
import { ImageField } from '../../ui/image-field.tsx';
import { DrawingChoice, DRAWINGS } from './drawing-choice.tsx';

export type PhotoValues = {
  photo: FileList | undefined;
  /** The address of the chosen drawing; '' while there is a photo. */
  drawing: string;
};

/** The photo of a new account: a file, or one of our drawings. One drawing is chosen from the start. R78 */
export function PhotoField() {
  const { register, control, resetField, setValue, trigger } = useFormContext<PhotoValues>();
  const [photo, drawing] = useWatch({ control, name: ['photo', 'drawing'] });

  function changePhoto({ target }: ChangeEvent<HTMLInputElement>) {
    // Some browsers remove the file if the person closes the file dialog.
    setValue('drawing', target.files?.length ? '' : DRAWINGS[0].address);
    void trigger('photo');
  }

  return (
    <ImageField
      label="Photo"
      previewAlt="Your photo"
      icon={Camera}
      frame="size-20 rounded-full"
      file={photo?.[0]}
      current={drawing}
      replaceText={photo?.length ? 'Choose another' : 'Use your own photo'}
      {...register('photo', { validate: (files) => checkImage(files), onChange: changePhoto })}
    >
      <DrawingChoice {...register('drawing', { onChange: () => resetField('photo') })} />
    </ImageField>
  );
}
