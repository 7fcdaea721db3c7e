import { Image } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ImageField } from '../../../ui/image-field.tsx';
import type { CourseValues } from './class-values.ts';

/** @param props.current the address of the picture that stays if none is chosen */
export function CourseImageField({ current }: { current?: string }) {
  const { register, control, trigger } = useFormContext<CourseValues>();
  const files = useWatch({ control, name: 'picture' });
  return (
    <ImageField
      label="Image"
      file={files?.[0]}
      {...(current && { current })}
      previewAlt="The course’s picture"
      icon={Image}
      frame="rounded-field h-20 w-28 sm:h-24 sm:w-36"
      {...register('picture', { onChange: () => void trigger('picture') })}
    />
  );
}
