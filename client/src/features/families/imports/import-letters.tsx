import { Sheet } from '../../../ui/sheet.tsx';
import { ClaimSteps } from '../page/claim-steps.tsx';
import { LetterPage } from '../page/letter-page.tsx';

export type LetterCode = { _id: string; name: string; code: string; until: string };

type Props = { letters: LetterCode[]; /** What each letter begins with. */ opening: string };

/** A letter for each family without an email address, one to a page. The codes are shown only now. R321 */
export function ImportLetters({ letters, opening }: Props) {
  return (
    <>
      <p role="status" className="mb-4">
        Print these letters now. The codes are shown only once.
      </p>
      <Sheet label="Letters">
        {letters.map(({ _id, name, code, until }, place) => (
          <div key={_id} className={place > 0 ? 'mt-12 break-before-page' : ''}>
            <LetterPage name={name}>
              <p>{opening}</p>
              <ClaimSteps code={code} until={until} />
            </LetterPage>
          </div>
        ))}
      </Sheet>
    </>
  );
}
