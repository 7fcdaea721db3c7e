import type { ContactThread } from '@speakifyr/contract/contact.ts';
import type { MailState } from '@speakifyr/contract/mail-kinds.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { linkToPageOf } from '../../../lib/paths.ts';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { type Reply, threadOptions } from './contact.queries.ts';
import { ReplyForm } from './reply-form.tsx';

type Props = {
  id: string;
  /** Shows what has become of a reply's email. */
  mailState: (state: MailState) => ReactNode;
};

/** What somebody wrote with the contact form or by email, what admins replied, and a form for the next reply. */
export function MessageThread({ id, mailState }: Props) {
  const thread = useQuery(threadOptions(id));
  if (thread.isPending)
    return (
      <>
        <PageHeading>
          <span className="skeleton inline-block h-[0.8em] w-64 max-w-full align-baseline" />
        </PageHeading>
        <div className="skeleton h-96 max-w-3xl" role="status" aria-label="Loading" />
      </>
    );
  if (thread.isError)
    return (
      <>
        <PageHeading>Message</PageHeading>
        <LoadProblem what="The message" query={thread} />
      </>
    );
  return <Thread id={id} mailState={mailState} thread={thread.data} />;
}

function Thread({ id, thread, mailState }: Props & { thread: ContactThread }) {
  const { name, email, accountId, answersArrive, messages } = thread;
  return (
    <>
      <PageHeading>
        {messages[0]?.message === '' ? `Messages with ${name}` : `Message from ${name}`}
      </PageHeading>
      <p className="-mt-3 mb-6 [overflow-wrap:anywhere]">
        <span>{email}</span>
        {accountId ? (
          <>
            <span>
              {hasMailbox(email) && messages.some(({ message }) => message)
                ? ', confirmed. '
                : '. '}
            </span>
            <Link to={linkToFamily(accountId)} className="link text-primary">
              Open the family
            </Link>
          </>
        ) : (
          <span>, which nobody has confirmed. Tell them nothing that only a family may know.</span>
        )}
      </p>
      <ol className="mb-8 grid max-w-3xl gap-4">
        {listEntries(messages).map((entry) =>
          'message' in entry ? (
            <Entry key={entry._id} who={name} at={entry.at}>
              {entry.message}
            </Entry>
          ) : (
            <ReplyEntry key={entry._id} reply={entry} mailState={mailState} />
          ),
        )}
      </ol>
      <ReplyForm
        id={id}
        seen={messages.filter(({ isDone }) => !isDone).map(({ _id }) => _id)}
        to={email}
        hasAccount={accountId !== null}
        answersArrive={answersArrive}
      />
    </>
  );
}

type Message = ContactThread['messages'][number];

/** Messages and replies, oldest first. */
function listEntries(messages: Message[]): (Message | Reply)[] {
  return (
    messages
      // The school may have written first.
      .flatMap((message) => [...(message.message ? [message] : []), ...message.replies])
      .sort((one, other) => one.at.localeCompare(other.at))
  );
}

function ReplyEntry({
  reply: { text, by, at, mail },
  mailState,
}: { reply: Reply } & Pick<Props, 'mailState'>) {
  return (
    <Entry
      who={by}
      at={at}
      isOurs
      foot={
        mail && (
          <Link to={linkToPageOf('mail', mail._id)} className="inline-flex min-h-11 items-center">
            {mailState(mail.state)}
            <span className="sr-only">: open the email</span>
          </Link>
        )
      }
    >
      {text}
    </Entry>
  );
}

type EntryProps = {
  who: string;
  at: string;
  isOurs?: boolean;
  /** What they wrote. */
  children: string;
  foot?: ReactNode;
};

function Entry({ who, at, isOurs = false, children, foot }: EntryProps) {
  return (
    <li
      className={`card shadow-card gap-2 p-5 [overflow-wrap:anywhere] ${isOurs ? 'border-base-300 bg-base-200 ms-6 border sm:ms-16' : 'bg-base-100 me-6 sm:me-16'}`}
    >
      <p className="text-base-content/80 text-sm">
        <span className="font-semibold">{isOurs ? `The school, by ${who}` : who}</span>
        {', '}
        <DayAndTime at={at} />
      </p>
      <p className="whitespace-pre-line">{children}</p>
      {foot}
    </li>
  );
}
