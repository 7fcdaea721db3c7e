import type { AskedPerson } from '@speakifyr/contract/forms.ts';
import { FileField } from '../file-field.tsx';
import type { useHandIn } from './use-hand-in.ts';

type State = ReturnType<typeof useHandIn>;

/** Chooses a document, which is sent at once. One that did not arrive is sent again with one press. R693 */
export function HandIn({
  handIn: { isBusy, waiting, sent, choose, sendAgain },
}: {
  handIn: State;
}) {
  return (
    <div className="space-y-3">
      <FileField
        isBusy={isBusy}
        status={
          isBusy
            ? 'It is being sent…'
            : sent && `${sent.name} is sent. If there is more, such as the back, add it, too.`
        }
        onChoose={(file) => void choose(file)}
      />
      {waiting && !isBusy && (
        <button
          type="button"
          className="btn btn-primary h-auto min-h-11 max-w-full py-1.5"
          onClick={() => void sendAgain(waiting)}
        >
          <span className="[overflow-wrap:anywhere]">{`Send ${waiting.name}`}</span>
        </button>
      )}
    </div>
  );
}

/** Whether the school asks for another document than those that are there. */
function isAskedAgain({
  state,
  answeredAt,
  files,
}: Pick<AskedPerson, 'state' | 'answeredAt' | 'files'>) {
  return state === 'open' && answeredAt !== null && files.length > 0;
}

/** @returns what is wrong with the documents of a form that somebody wants to be done with */
export function findFileProblem(
  person: Pick<AskedPerson, 'state' | 'answeredAt' | 'files'>,
  { waiting, sent }: Pick<State, 'waiting' | 'sent'>,
): string | undefined {
  if (waiting) return `${waiting.name} is not sent yet.`;
  const isThere = person.files.some(({ state }) => state !== 'refused') && !isAskedAgain(person);
  return sent || isThere ? undefined : 'Please add a file.';
}

/** Why the school asks for another document. R694 */
export function AskedAgain({ person }: { person: AskedPerson }) {
  if (!isAskedAgain(person)) return null;
  const hasRefused = person.files.some(({ state }) => state === 'refused');
  return (
    <p className="rounded-box border-warning border-2 p-4 font-bold">
      {hasRefused
        ? 'The school needs another file. Below you read why.'
        : 'What you sent ends before the camp is over. Please send a newer one.'}
    </p>
  );
}
