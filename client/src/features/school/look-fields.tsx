import type { School } from '@speakifyr/contract/school-schema.ts';
import { findLogo } from '@speakifyr/contract/school-look.ts';
import { Image } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChosenPicture, ImageField } from '../../ui/image-field.tsx';
import { Logo, Mark, OWN_MARK } from '../../ui/logo.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

/** A logo is small wherever it is shown, and sharp on a phone. In pixels. */
export const MAX_LOGO_SIDE = 512;

export type LookValues = Pick<School, 'logo'> & { logoFile: FileList | undefined };

/** What the school looks like. R609 */
export function LookFields() {
  const { register, control, trigger, setValue, resetField } = useFormContext<LookValues>();
  const [logo, files] = useWatch({ control, name: ['logo', 'logoFile'] });
  const file = files?.[0];
  function takeAway() {
    resetField('logoFile');
    setValue('logo', '', { shouldDirty: true });
  }
  return (
    <div>
      <ImageField
        label={SCHOOL_LABELS.logo}
        file={file}
        current={logo}
        previewAlt="The school’s logo"
        icon={Image}
        frame="rounded-field size-20 bg-white! p-1 text-[#1e2b33] [&_img]:object-contain"
        {...register('logoFile', { onChange: () => void trigger('logoFile') })}
      />
      <p className="text-base-content/75 mt-1.5 text-sm">
        JPEG, PNG or WebP, best on white. It stands before your name, on pages and in emails.
      </p>
      {(logo || file) && (
        <button type="button" className="btn btn-ghost btn-sm -ml-3 min-h-11" onClick={takeAway}>
          Take the logo away
        </button>
      )}
    </div>
  );
}

type PreviewProps = { school: School; logo: File | undefined };

/** The school's logo and name as the head of each page has them, in the light and in the dark theme. */
export function LookPreview({ school, logo }: PreviewProps) {
  const mark = logo ? (
    <ChosenPicture file={logo} alt="" className={OWN_MARK} />
  ) : (
    <Mark address={findLogo(school)} />
  );
  return (
    <div className="grid gap-3">
      {['light', 'dark'].map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="bg-base-200 text-base-content rounded-box border-base-300 border p-5"
        >
          <Logo name={school.name} mark={mark} />
        </div>
      ))}
    </div>
  );
}
