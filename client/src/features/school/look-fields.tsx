import type { School } from '@speakifyr/contract/school-schema.ts';
import { findLogo } from '@speakifyr/contract/school-look.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { FIRST_COLOR, findColorProblem, findColors } from '@speakifyr/contract/school-color.ts';
import { Image } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { ChosenPicture, ImageField } from '../../ui/image-field.tsx';
import { Logo, Mark, OWN_MARK } from '../../ui/logo.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

/** A logo is small wherever it is shown, and sharp on a phone. In pixels. */
export const MAX_LOGO_SIDE = 512;

export type LookValues = Pick<School, 'logo' | 'color'> & { logoFile: FileList | undefined };

/** A form that was sent once says at once whether it is right now. */
const CHANGED = { shouldDirty: true, shouldValidate: true };

/** What the school looks like. R609 */
export function LookFields() {
  const { register, control, trigger, setValue, resetField } = useFormContext<LookValues>();
  const [logo, files, typed] = useWatch({ control, name: ['logo', 'logoFile', 'color'] });
  const color = typed.trim().toLowerCase();
  const file = files?.[0];
  function takeAway() {
    resetField('logoFile');
    setValue('logo', '', CHANGED);
  }
  return (
    <>
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
      <Field
        label={SCHOOL_LABELS.color}
        hint="Of buttons and links. Where text needs it, it is a little darker in the light theme, and lighter in the dark one."
        placeholder={FIRST_COLOR}
        maxLength={7}
        trailing={
          <input
            type="color"
            aria-label="Choose the color"
            value={findColorProblem(color) ? findColors(color).light : color}
            onChange={({ target }) => setValue('color', target.value, CHANGED)}
            className="absolute inset-y-2 right-2 h-auto w-12 cursor-pointer"
          />
        }
        {...register('color')}
      />
    </>
  );
}

type PreviewProps = { school: School; logo: File | undefined };

/** The school's logo and name as the head of each page has them, a button and a link, in the light and in the dark theme. */
export function LookPreview({ school, logo }: PreviewProps) {
  const colors = findColors(school.color);
  const mark = logo ? (
    <ChosenPicture file={logo} alt="" className={OWN_MARK} />
  ) : (
    <Mark address={findLogo(school)} />
  );
  return (
    <div className="grid gap-3">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          style={
            {
              '--color-primary': colors[theme],
              '--color-primary-content': colors[theme === 'light' ? 'onLight' : 'onDark'],
            } as CSSProperties
          }

          key={theme}
          data-theme={theme}
          className="bg-base-200 text-base-content rounded-box border-base-300 border p-5"
        >
          <Logo name={school.name} mark={mark} />
          <p className="mt-4 flex flex-wrap items-center gap-4">
            <span className="btn btn-primary pointer-events-none">{LABELS.joinNow}</span>
            <span className="text-primary font-semibold underline">A link</span>
          </p>
        </div>
      ))}
    </div>
  );
}
