import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ClaimSteps } from '../page/claim-steps.tsx';
import { LetterHead } from '../page/letter-head.tsx';

export type LetterCode = { _id: string; name: string; code: string; until: string };

/** A letter for each family without an email address, one to a page. The codes are shown only now. R321 */
export function ImportLetters({ letters }: { letters: LetterCode[] }) {
  return (
    <>
      <p role="status" className="mb-4">
        Print these letters now. The codes are shown only once.
      </p>
      <Sheet label="Letters">
        {letters.map(({ _id, name, code, until }, place) => (
          <div
            key={_id}
            className={`grid gap-5 [overflow-wrap:anywhere] ${place > 0 ? 'mt-12 break-before-page' : ''}`}
          >
            <LetterHead name={name} />
            <p>{`We have opened an account for you at ${SCHOOL.name}, with what we know of your family.`}</p>
            <ClaimSteps code={code} until={until} />
            <p>
              Kind regards,
              <br />
              {SCHOOL.name}
            </p>
          </div>
        ))}
      </Sheet>
    </>
  );
}
