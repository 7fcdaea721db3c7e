import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { MailCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { countPeople, describeCalls } from './describe-reach.ts';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  reach: MessageReach;
  back: { to: string; label: string };
  /** Where the writer sees whether the emails have arrived. */
  outbox?: string;
  onAgain: () => void;
};

/** Says that a message is on its way, and to how many people. */
export function MessageSent({ reach, back, outbox, onAgain }: Props) {
  const heading = useFocusedHeading();
  const { recipients, withoutMail, toCall } = reach;
  const reached = recipients - toCall;
  return (
    <div className="note-panel">
      <span className="note-icon bg-success/15 text-success">
        <MailCheck className="size-7" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="note-title outline-none">
        {reached > 0
          ? `Your message is on its way to ${countPeople(reached)}`
          : 'Your message is on the list of calls'}
      </h2>
      <p>
        {[
          reached > withoutMail && 'The emails will be sent within minutes.',
          reached > 0 && 'Everyone with an account can also find it on their Messages page.',
          toCall > 0 && describeCalls(toCall),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Link to={back.to} className="btn btn-primary">
          {back.label}
        </Link>
        {outbox && (
          <Link to={outbox} className="btn btn-outline">
            See the emails in the Outbox
          </Link>
        )}
        <button type="button" className="btn btn-ghost" onClick={onAgain}>
          Write another message
        </button>
      </div>
    </div>
  );
}
