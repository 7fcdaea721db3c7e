import type { School } from '@speakifyr/contract/school-schema.ts';
import { findLogo, FIRST_HOME_PICTURE } from '@speakifyr/contract/school-look.ts';
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

/** The picture of Home fills half of a large screen. A phone loads it, too. */
export const MAX_HOME_SIDE = 1600;

export type LookValues = Pick<School, 'logo' | 'home' | 'color'> & {
  logoFile: FileList | undefined;
  homeFile: FileList | undefined;
};

/** As the banner on a computer: features/home/banner.css. */
const HOME_PICTURE =
  'aspect-[16/11] w-full bg-white rounded-r-[6rem] rounded-l-box object-cover object-[62%_50%]';

/** A form that was sent once says at once whether it is right now. */
const CHANGED = { shouldDirty: true, shouldValidate: true };

/** What the school looks like. R609 */
export function LookFields() {
  const { register, control, setValue } = useFormContext<LookValues>();
  const [home, homeFiles, typed] = useWatch({ control, name: ['home', 'homeFile', 'color'] });
  const color = typed.trim().toLowerCase();
  return (
    <>
      <PictureSetting
        label={SCHOOL_LABELS.logo}
        address="logo"
        file="logoFile"
        frame="rounded-field size-20 bg-white! p-1 text-[#1e2b33] [&_img]:object-contain"
        hint="JPEG, PNG or WebP, best on white. It stands before your name, on pages and in emails."
        takeAway="Take the logo away"
      />
      <PictureSetting
        label={SCHOOL_LABELS.home.picture}
        address="home.picture"
        file="homeFile"
        frame="rounded-field h-20 w-28"
        hint="JPEG, PNG or WebP, wide, with what matters in the middle. Pages that are shared show it, too."
        takeAway="Show the first picture again"
      />
      {(home.picture || homeFiles?.[0]) && (
        <Field
          label={SCHOOL_LABELS.home.alt}
          placeholder="Children in red canoes on a river"
          maxLength={200}
          {...register('home.alt')}
        />
      )}
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

type SettingProps = {
  label: string;
  address: 'logo' | 'home.picture';
  file: 'logoFile' | 'homeFile';
  frame: string;
  hint: string;
  takeAway: string;
};

/** A picture of the school, with a button to do without it. */
function PictureSetting({ label, address, file, frame, hint, takeAway }: SettingProps) {
  const { register, control, trigger, setValue, resetField } = useFormContext<LookValues>();
  const [current, files] = useWatch({ control, name: [address, file] });
  function remove() {
    resetField(file);
    setValue(address, '', CHANGED);
  }
  return (
    <div>
      <ImageField
        label={label}
        file={files?.[0]}
        current={current}
        previewAlt={label}
        icon={Image}
        frame={frame}
        {...register(file, { onChange: () => void trigger(file) })}
      />
      <p className="text-base-content/75 mt-1.5 text-sm">{hint}</p>
      {(current || files?.[0]) && (
        <button type="button" className="btn btn-ghost btn-sm -ml-3 min-h-11" onClick={remove}>
          {takeAway}
        </button>
      )}
    </div>
  );
}

type PreviewProps = { school: School; logo: File | undefined; home: File | undefined };

/** The school's logo and name as the head of each page has them, a button and a link, in the light and in the dark theme. */
export function LookPreview({ school, logo, home }: PreviewProps) {
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
      {home ? (
        <ChosenPicture file={home} alt="" className={HOME_PICTURE} />
      ) : (
        <img src={school.home.picture || FIRST_HOME_PICTURE} alt="" className={HOME_PICTURE} />
      )}
    </div>
  );
}
