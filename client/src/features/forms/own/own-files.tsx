import type { FormFile } from '@speakifyr/contract/form-files.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FileList } from '../file-list.tsx';
import type { useOwnChanges } from './use-own-changes.ts';

type Props = {
  files: FormFile[];
  /** Of a form that is open: it hears of what is taken back. */
  own?: Pick<ReturnType<typeof useOwnChanges>, 'make'>;
};

/** The documents that a family has handed in. One that was a mistake is taken back. R694 */
export function OwnFiles({ files, own }: Props) {
  const takingBack = useChange('DELETE /formFiles/:id', async (id: string) => {
    const takeBack = () => call('DELETE /formFiles/:id', { params: { id } });
    await (own ? own.make({ id, isThere: false }, takeBack) : takeBack());
  });
  return (
    <FileList files={files}>
      {({ _id, name }) => (
        <ActionButton
          className="btn-ghost btn-sm text-error min-h-11"
          question={{
            titleText: `Take back ${name}?`,
            text: 'It is erased at once. If the school needs it, you send it again.',
            confirm: 'Take it back',
            isDangerous: true,
          }}
          act={() => takingBack.mutateAsync(_id)}
          success="It is erased"
        >
          Take back <span className="sr-only">{name}</span>
        </ActionButton>
      )}
    </FileList>
  );
}
