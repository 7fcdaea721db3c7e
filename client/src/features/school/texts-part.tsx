import { nameDate } from '@speakifyr/contract/format.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import { fillIn } from '@speakifyr/contract/consents.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { School, VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { TEXT_NAMES, type TextName } from '@speakifyr/contract/text-parts.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { nameCharge } from '../../lib/format.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { TextParts } from '../../ui/text-parts.tsx';
import type { SchoolPart } from './school-form.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

type Values = Pick<VersionedSchool, 'texts' | 'words'> & {
  /** What is being written: a text, or the words of Home. Not sent. */
  open: TextName | 'home';
};

const FACTS =
  '{{name}}, {{seller}}, {{address}}, {{phone}}, {{email}}, {{hours}}, {{mapLink}} and {{termsDate}} are filled in';
const MARKS = '# begins a title, ## a section, - a list. **bold**, [a link](/contact).';
const CONSENT = 'The first paragraph is the sentence beside the box, the rest opens on request.';

/** What a director needs to know of each text. */
const HINTS: Partial<Record<TextName, string>> = {
  healthConsent: `${CONSENT} {{child}} is the child’s name. Answers of before stay; who answers again agrees to the new words. ${FACTS}`,
  photoConsent: `${CONSENT} {{child}} is the child’s name. Photos of before stay; who gives another one agrees to the new words. ${FACTS}`,
  partsConsent: `One paragraph beside the box. {{now}} is the first part, {{later}} the others with their days, {{price}} all of them. Who pays in parts already keeps the words of then. ${FACTS}`,
};

/** As a family could read it. */
const SAMPLE = {
  child: 'Mia Feldsee',
  now: nameCharge(50),
  later: `${nameCharge(25)} on ${nameDate('2027-06-14')} and ${nameCharge(25)} on ${nameDate('2027-07-14')}`,
  price: nameCharge(100),
};

function Fields() {
  const { register } = useFormContext<Values>();
  const open = useWatch<Values, 'open'>({ name: 'open' });
  const { texts } = SCHOOL_LABELS;
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
          hint={HINTS[open] ?? `${MARKS} ${FACTS}`}
          {...register(`texts.${open}`)}
        />
      )}
      {open !== 'home' && (
        <p className="text-sm">
          Every version is kept, so people can reread the one they agreed to.
        </p>
      )}
    </>
  );
}

/** What Home and the pages with texts say. R605, R619 */
export const TEXTS: SchoolPart<Values> = {
  read: ({ texts, words }) => ({ texts, words, open: 'home' }),
  write: ({ texts, words }) => ({ texts, words }),
  fields: <Fields />,
  open: 'open',
  preview: (school, { open }) =>
    open === 'home' ? (
      <HomeWordsPreview words={school.words} />
    ) : (
      <div className="card bg-base-100 shadow-card info-text block max-h-[80vh] overflow-y-auto p-6">
        <TextParts parts={fillIn(readMarkdown(school.texts[open] ?? '', school), SAMPLE)} />
      </div>
    ),
};

/** What Home and the end of each page say. R619 */
function HomeWordsFields() {
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
function HomeWordsPreview({ words }: { words: School['words'] }) {
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
