import type { School } from '@speakifyr/contract/school-schema.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useFormContext } from 'react-hook-form';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

/** What Home and the end of each page say. R619 */
export function HomeWordsFields() {
  const { register } = useFormContext<Pick<School, 'words'>>();
  const { words } = SCHOOL_LABELS;
  return (
    <>
      <Field label={words.headline} maxLength={60} {...register('words.headline')} />
      <TextAreaField label={words.lead} rows={3} maxLength={200} {...register('words.lead')} />
      <Field
        label={words.hint}
        hint="As all below the headline, it may be empty"
        maxLength={200}
        {...register('words.hint')}
      />
      <Field label={words.tagline} maxLength={200} {...register('words.tagline')} />
      <Field label={words.line} maxLength={200} {...register('words.line')} />
    </>
  );
}

/** The words of Home's banner, and of the end of each page. */
export function HomeWordsPreview({ words }: { words: School['words'] }) {
  return (
    <div className="rounded-box shadow-card overflow-hidden [overflow-wrap:anywhere]">
      <div className="bg-base-100 p-6">
        <p className="text-4xl leading-none font-extrabold">{words.headline}</p>
        {words.lead && <p className="mt-4 text-lg">{words.lead}</p>}
        <span className="btn btn-primary pointer-events-none mt-5 rounded-full">
          {LABELS.joinCamp}
        </span>
        {words.hint && <p className="text-base-content/75 mt-4 text-sm">{words.hint}</p>}
      </div>
      <div className="bg-(--footer) p-6 text-[#f3fbfa]">
        {words.tagline && <p className="font-display text-2xl font-bold">{words.tagline}</p>}
        {words.line && <p className="mt-1 opacity-85">{words.line}</p>}
      </div>
    </div>
  );
}
