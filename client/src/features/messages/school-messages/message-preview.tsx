import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { Pencil, Send } from 'lucide-react';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { MailContent } from '../../../ui/mail-content.tsx';
import { countPeople, describeReach } from './describe-reach.ts';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  reach: MessageReach;
  isSending: boolean;
  /** Why it was not sent. */
  problem: string | undefined;
  /** Goes back to the form. */
  onChange: () => void;
  onSend: () => void;
};

/** The email as people will get it, how many people that is, and the button that sends it. */
export function MessagePreview({ reach, isSending, problem, onChange, onSend }: Props) {
  const heading = useFocusedHeading();
  return (
    <section aria-labelledby="message-preview" className="max-w-3xl">
      <h2
        ref={heading}
        id="message-preview"
        tabIndex={-1}
        className="mb-1 text-xl font-bold outline-none"
      >
        Preview
      </h2>
      <p className="mb-4">{describeReach(reach)}</p>
      {reach.people && <Readers people={reach.people} all={reach.recipients} />}
      <article className="card bg-base-100 shadow-card mb-6 p-5 sm:p-8">
        <h3 className="border-base-300 mb-5 border-b pb-4 text-lg font-bold [overflow-wrap:anywhere]">
          {reach.content.subject}
        </h3>
        <MailContent content={reach.content} isOfOthers />
      </article>
      <FormProblem>{problem}</FormProblem>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-primary btn-lg w-full text-base sm:w-auto sm:px-10"
          aria-disabled={isSending}
          onClick={() => !isSending && onSend()}
        >
          {isSending ? (
            <span className="loading loading-spinner loading-sm" aria-hidden="true" />
          ) : (
            <Send className="size-4" aria-hidden="true" />
          )}
          <span>{`Send to ${countPeople(reach.recipients - reach.toCall)}`}</span>
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-lg w-full text-base sm:w-auto"
          disabled={isSending}
          onClick={onChange}
        >
          <Pencil className="size-4" aria-hidden="true" />
          Edit
        </button>
      </div>
    </section>
  );
}

/** Who gets it, to look through before it is sent. @param all how many they are, with those who are not named */
function Readers({ people, all }: { people: NonNullable<MessageReach['people']>; all: number }) {
  return (
    <details className="mb-4">
      <summary className="btn btn-ghost btn-sm text-primary -ml-3 min-h-11 list-none">
        Show who gets it
      </summary>
      <ul
        className="card bg-base-100 shadow-card mt-2 max-h-72 gap-2 overflow-y-auto p-5 text-sm"
        aria-label="Who gets it"
        // It scrolls, and nothing in it takes the focus.
        tabIndex={0}
      >
        {people.map(({ name, email, phone }, index) => (
          <li key={index} className="[overflow-wrap:anywhere]">
            <span className="font-semibold">{name}</span>{' '}
            {hasMailbox(email) ? (
              <span>{email}</span>
            ) : (
              <span key="call">
                {email}: call {phone && <PhoneLink phone={phone} />}
              </span>
            )}
          </li>
        ))}
        {all > people.length && <li>and {all - people.length} more</li>}
      </ul>
    </details>
  );
}
