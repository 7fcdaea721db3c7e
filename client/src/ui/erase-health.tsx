import { useChange } from '../lib/use-change.ts';
import { ActionButton } from './action-button.tsx';

type Props = { child: { _id: string; name: string }; onErased?: () => void };

/** A guardian withdraws the consent to keep what the school knows about a child's health. Asks first. R691 */
export function EraseHealth({ child: { _id, name }, onErased = () => undefined }: Props) {
  const erasing = useChange('DELETE /myChildren/:id/health');
  return (
    <ActionButton
      className="btn-ghost btn-sm text-error"
      question={{
        titleText: `Erase ${name}’s health information?`,
        text: 'You withdraw your consent. All that we know about it is erased at once, on the child’s page and in forms, with its documents. Before the next class we ask again.',
        confirm: 'Withdraw and erase',
      }}
      act={() => erasing.mutateAsync({ params: { id: _id } })}
      success="Erased"
      onDone={onErased}
    >
      Withdraw consent and erase{' '}
      <span className="sr-only">{`the health information of ${name}`}</span>
    </ActionButton>
  );
}
