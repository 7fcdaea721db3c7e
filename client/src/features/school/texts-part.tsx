import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { TEXT_NAMES, type TextName } from '@speakifyr/contract/text-parts.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { TextParts } from '../../ui/text-parts.tsx';
import { HomeWordsFields, HomeWordsPreview } from './home-words.tsx';
import type { SchoolPart } from './school-form.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

type Values = Pick<VersionedSchool, 'texts' | 'termsDate' | 'words'> & {
  /** What is being written: a text, or the words of Home. Not sent. */
  open: TextName | 'home';
};

function Fields() {
  const { register } = useFormContext<Values>();
  const open = useWatch<Values, 'open'>({ name: 'open' });
  const { texts, termsDate } = SCHOOL_LABELS;
  return (
    <>
      <SelectField label="Text" {...register('open')}>
        <option value="home">Home</option>
        {TEXT_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts[name]}
          </option>
        ))}
      </SelectField>
      {open === 'home' ? (
        <HomeWordsFields />
      ) : (
        <TextAreaField
          key={open}
          label={texts[open]}
          rows={24}
          className="font-mono text-sm"
          hint="# begins a title, ## a section, - a list. **bold**, [a link](/contact). {{name}}, {{seller}}, {{address}}, {{phone}}, {{email}}, {{hours}}, {{mapLink}} and {{termsDate}} are filled in"
          {...register(`texts.${open}`)}
        />
      )}
      {open === 'terms' && (
        <Field
          label={termsDate}
          type="date"
          hint="New accounts agree to the terms of this day. Change it whenever you change what they say"
          {...register('termsDate')}
        />
      )}
    </>
  );
}

/** What Home and the pages with texts say. R605, R619 */
export const TEXTS: SchoolPart<Values> = {
  read: ({ texts, termsDate, words }) => ({ texts, termsDate, words, open: 'home' }),
  write: ({ texts, termsDate, words }) => ({ texts, termsDate, words }),
  fields: <Fields />,
  preview: (school, { open }) =>
    open === 'home' ? (
      <HomeWordsPreview words={school.words} />
    ) : (
      <div className="card bg-base-100 shadow-card info-text block max-h-[80vh] overflow-y-auto p-6">
        <TextParts parts={readMarkdown(school.texts[open] ?? '', school)} />
      </div>
    ),
};
