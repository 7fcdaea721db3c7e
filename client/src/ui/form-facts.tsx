import type { FormFact } from '@speakifyr/contract/form-facts.ts';
import { CameraOff } from 'lucide-react';
import { Fragment } from 'react';

/** Who is not in pictures, in sight of who holds the camera. R666 */
export function PictureMarks({ facts = [] }: { facts?: FormFact[] | undefined }) {
  const marks = facts.filter(({ isMark }) => isMark);
  return marks.map(({ label, text }) => (
    <p key={label} className="text-error flex items-start gap-2 text-sm font-bold sm:text-base">
      <CameraOff className="mt-0.5 size-4 shrink-0 sm:size-5" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </p>
  ));
}

/** More answers than this are laid out only once they are near the screen: there may be 50 for each of 300 children. */
const FEW = 10;
/** The height of a line of small text. */
const LINE_REM = 1.25;

/** The answers to forms that the roster has. R666 */
export function FormFacts({ facts = [] }: { facts?: FormFact[] | undefined }) {
  const answers = facts.filter(({ isMark }) => !isMark);
  if (answers.length === 0) return null;
  return (
    <dl
      className={`text-sm font-normal [overflow-wrap:anywhere] ${answers.length > FEW ? 'print:[content-visibility:visible] [content-visibility:auto]' : ''}`}
      style={{ containIntrinsicBlockSize: `auto ${answers.length * LINE_REM}rem` }}
    >
      {answers.map(({ label, text }) => (
        <Fragment key={label}>
          <dt className="text-base-content/80 inline">{`${label} `}</dt>
          <dd className="inline font-semibold after:whitespace-pre after:content-['\a']">{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
