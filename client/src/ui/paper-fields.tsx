import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { formatDate, readToday } from '../lib/format.ts';
import { read } from '../lib/read.ts';
import { Field, SelectField } from './field.tsx';

/** Before anything is typed. Where several guardians may have signed, nobody is chosen. */
export function startPaper(signers: { _id: string }[]): Paper {
  const [only, ...others] = signers;
  return { by: only && others.length === 0 ? only._id : '', day: '', reference: '' };
}

/** What is wrong with the day; false if nothing is. */
export const findDayProblem = ({ day }: Paper) => day > readToday() && 'This day is still to come.';

type Props = {
  /** The guardians who decide about the child. */
  signers: { _id: string; name: string }[];
  /** Where in the form the fields are. */
  at?: 'paper.';
};

/** Asks who signed a paper, when, and which one it is. R568 */
export function PaperFields({ signers, at }: Props) {
  const { register } = useFormContext<Paper>();
  const name = (field: keyof Paper) => `${at ?? ''}${field}` as keyof Paper;
  return (
    <>
      <SelectField label="Signed by" {...register(name('by'))}>
        {signers.length !== 1 && (
          <option value="" disabled>
            Choose
          </option>
        )}
        {signers.map(({ _id, name: signer }) => (
          <option key={_id} value={_id}>
            {signer}
          </option>
        ))}
      </SelectField>
      <Field label="Signed on" type="date" max={readToday()} {...register(name('day'))} />
      <Field
        label="Which paper"
        hint="Where you find it again, such as “Registration 2026, folder 3”."
        autoComplete="off"
        maxLength={MAX_REFERENCE_LENGTH}
        {...register(name('reference'))}
      />
    </>
  );
}

/** Which words about health they signed on that day, before anything is entered. R634 */
export function SignedWords({ day }: { day: string }) {
  const params = { name: 'healthConsent' } as const;
  const now = useQuery(read('GET /texts/:name', { params })).data?.version;
  const then = useQuery(read('GET /texts/:name', { params, query: { on: day } })).data?.version;
  if (!now || !then) return null;
  const says = `Consent to health on that day: version ${then}${then === now ? ', as today' : `. Today’s is ${now}`}.`;
  const OLDER =
    'The school has none from before here: check that the paper says what you read below.';
  const OTHER = 'Health is recorded with the words of that day.';
  const more = day < then.slice(0, 10) ? OLDER : then === now ? '' : OTHER;
  return <p className="text-sm">{`${says} ${more}`.trim()}</p>;
}

/** For the family: the paper from which the office entered something. */
export function SignedNote({ signed }: { signed: { by: string; at: string; paper: string } }) {
  return (
    <p className="text-base-content/80 text-sm [overflow-wrap:anywhere]">
      {`The office entered this from a paper that ${signed.by} signed on ${formatDate(new Date(signed.at))}: ${signed.paper}.`}
    </p>
  );
}
