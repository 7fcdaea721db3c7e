import type { OwnMessage } from '@speakifyr/contract/mail.ts';
import { nameKind } from '@speakifyr/contract/mail-kinds.ts';
import { formatDay } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { MailContent } from '../../../ui/mail-content.tsx';

type Props = { name: string; topics: OwnMessage[] };

/** What somebody without an email address is to be called about, and the button that notes the call. */
export function CallTopics({ name, topics }: Props) {
  const note = useChange('POST /calls');
  return (
    <>
      <ul className="divide-base-300 border-base-300 mt-3 divide-y border-y">
        {topics.map(({ _id, kind, at, content }) => (
          <li key={_id}>
            <details>
              <summary className="cursor-pointer py-3 [overflow-wrap:anywhere]">
                <span className="font-semibold">{content.subject}</span>{' '}
                <span className="text-base-content/75 text-sm">{`${nameKind(kind)}, since ${formatDay(new Date(at))}`}</span>
              </summary>
              <div className="pb-4">
                <MailContent content={content} isOfOthers />
              </div>
            </details>
          </li>
        ))}
      </ul>
      <ActionButton
        className="btn-primary mt-4"
        act={() => note.mutateAsync({ body: { mailIds: topics.map(({ _id }) => _id) } })}
      >
        Called, or letter given <span className="sr-only">to {name}</span>
      </ActionButton>
    </>
  );
}
