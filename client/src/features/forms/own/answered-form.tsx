import { isCare } from '@speakifyr/contract/form-answers.ts';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { EraseHealth } from '../../../ui/erase-health.tsx';
import { SignedNote } from '../../../ui/paper-fields.tsx';
import { AnswerList } from '../answer-list.tsx';
import { OwnFiles } from './own-files.tsx';
import type { OwnTask } from './own-task.ts';

type Props = { task: OwnTask; onChange: () => void };

/** What was answered, with a button to change it; a consent is withdrawn with one press. R665 */
export function AnsweredForm({ task: { form, person, name }, onChange }: Props) {
  const { _id, terms } = form;
  const { personId, answers, answeredAt, isGiven, files, signed } = person;
  const knowsHealth =
    (terms.isHealth && files.length > 0) ||
    terms.questions.some((question) => isCare(question) && answers[question.key] !== undefined);
  const withdrawing = useChange('DELETE /myForms/:id');
  return (
    <li className="rounded-box border-base-300 bg-base-100 space-y-3 border p-4">
      <h3 className="font-bold [overflow-wrap:anywhere]">{`${terms.name}: ${name}`}</h3>
      {answeredAt && (
        <p className="text-base-content/80 text-sm">{`${DONE[terms.kind]} on ${formatDate(new Date(answeredAt))}`}</p>
      )}
      {signed && <SignedNote signed={signed} />}
      <AnswerList form={terms} answers={answers} />
      <OwnFiles files={files} />
      <div className="flex flex-wrap gap-3">
        {terms.kind !== 'waiver' && (
          <button type="button" className="btn btn-outline btn-sm" onClick={onChange}>
            Change <span className="sr-only">{`${terms.name} for ${name}`}</span>
          </button>
        )}
        {isGiven && (
          <ActionButton
            className="btn-outline btn-sm"
            act={() => withdrawing.mutateAsync({ params: { id: _id }, query: { personId } })}
            success="Withdrawn"
          >
            Withdraw <span className="sr-only">{`${terms.name} for ${name}`}</span>
          </ActionButton>
        )}
        {knowsHealth && <EraseHealth child={{ _id: personId, name }} />}
      </div>
    </li>
  );
}

const DONE = {
  questions: 'Answered',
  waiver: 'Signed',
  consent: 'Answered',
  document: 'Handed in',
} as const;
