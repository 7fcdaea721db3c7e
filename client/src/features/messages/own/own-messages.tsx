import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { read } from '../../../lib/read.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { MessageItem } from './message-item.tsx';

/**
 * What the school has written to the person. An address that ends with `#` and a message's id opens that message. R82
 */
export function OwnMessages() {
  const messages = useQuery(read('GET /myMessages'));
  const { hash } = useLocation();
  const named = hash.slice(1);
  if (messages.isPending) return <ListSkeleton />;
  if (messages.isError) return <LoadProblem what="Your messages" query={messages} />;
  if (messages.data.length === 0)
    return (
      <EmptyState
        title="No messages yet"
        text={`What we email to you also appears here, and stays for ${KEEP_MAIL_DAYS} days.`}
      />
    );
  return (
    <ul className="card bg-base-300 shadow-card gap-px overflow-hidden">
      {messages.data.map((message) => (
        <MessageItem key={message._id} message={message} isNamed={message._id === named} />
      ))}
    </ul>
  );
}

function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your messages"
      className="card bg-base-300 shadow-card gap-px overflow-hidden"
    >
      {[0, 1, 2].map((row) => (
        <div key={row} className="bg-base-100 flex gap-4 p-4 sm:px-6">
          <div className="skeleton hidden size-11 shrink-0 rounded-full sm:block" />
          <div className="flex-1 space-y-2">
            <div className="skeleton h-6 w-3/5" />
            <div className="skeleton h-5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
