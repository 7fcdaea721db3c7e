import { nameKind } from '@speakifyr/contract/mail-kinds.ts';
import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { FullMail } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { countOf } from '../../../lib/count-of.ts';
import { AttachmentList } from '../../../ui/attachment-list.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { MailContent } from '../../../ui/mail-content.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { MailActButton } from './mail-act-button.tsx';
import { MailBadge } from './mail-badge.tsx';
import { MailProgress } from './mail-progress.tsx';
import { nameMail } from './mail-texts.ts';
import { mailOptions, useRefreshWhenDone } from './outbox.queries.ts';
import { WrongAddress } from './wrong-address.tsx';

/** An email: whom it is for, what has become of it, and what it says. */
export function MailDetails({ id }: { id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const mail = useQuery(mailOptions(id));
  useRefreshWhenDone(mail.data);
  if (mail.isPending)
    return (
      <>
        <PageHeading>
          <span className="skeleton inline-block h-[0.8em] w-64 max-w-full align-baseline" />
        </PageHeading>
        <div className="skeleton mb-6 h-44" role="status" aria-label="Loading" />
        <div className="skeleton h-80" />
      </>
    );
  if (mail.isError)
    return (
      <>
        <PageHeading>Email</PageHeading>
        <LoadProblem
          what="The email"
          query={mail}
          gone={{
            title: 'This email does not exist',
            text: 'It may have been deleted, or the link may be incomplete.',
            link: { to: paths.outbox, label: 'Show all emails' },
          }}
        />
      </>
    );
  return (
    <>
      <PageHeading ref={heading}>{nameMail(mail.data)}</PageHeading>
      <Facts mail={mail.data} onDone={() => heading.current?.focus()} />
      <Content mail={mail.data} />
    </>
  );
}

type FactsProps = { mail: FullMail; onDone: () => void };

function Facts({ mail, onDone }: FactsProps) {
  const { to, kind, state, attempts, createdAt } = mail;
  return (
    <div className="card bg-base-100 shadow-card mb-6 p-5 sm:px-8">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact term="State">
          <div role="status">
            <MailBadge state={state} />
            <div className="mt-1 text-sm">
              <MailProgress mail={mail} />
            </div>
          </div>
        </Fact>
        <Fact term="To">
          <span className="block font-semibold">{to.name}</span>
          {to.address}
        </Fact>
        <Fact term="Kind">{`${nameKind(kind)}${mail.isEssential ? '' : ', which people can turn off'}`}</Fact>
        <Fact term="Created">
          <DayAndTime at={createdAt} />
          {attempts > 0 && <span>{`, ${countOf(attempts, 'try', 'tries')}`}</span>}
        </Fact>
      </dl>
      {state === 'sent' && (
        <div className="mt-5">
          <MailActButton act="retry" mail={mail} onDone={onDone} />
        </div>
      )}
      {state === 'failed' && (
        <div className="mt-5">
          <div className="flex flex-wrap gap-2">
            <MailActButton act="retry" mail={mail} onDone={onDone} />
            <MailActButton act="dismiss" mail={mail} onDone={onDone} describedBy="dismiss-note" />
          </div>
          <p id="dismiss-note" className="text-base-content/80 mt-2 text-sm">
            If you dismiss it, it no longer counts as failed. {to.name} can still read it on their
            Messages page.
          </p>
        </div>
      )}
      {(state === 'failed' || state === 'sent') && (
        <div className="mt-4">
          <WrongAddress mail={mail} />
        </div>
      )}
    </div>
  );
}

function Content({ mail: { content, text, attachments, subject } }: { mail: FullMail }) {
  if (!content)
    return (
      <p className="text-base-content/80">
        {subject
          ? `The school keeps the text of an email for ${KEEP_MAIL_DAYS} days.`
          : 'It is written just before it is sent, so that it is up to date.'}
      </p>
    );
  return (
    <section aria-label="What it says" className="card bg-base-100 shadow-card p-5 sm:p-8">
      <MailContent content={content} isOfOthers />
      <AttachmentList attachments={attachments} />
      {text !== null && (
        <details className="mt-6">
          <summary className="btn btn-ghost btn-sm text-primary -ml-3 min-h-11 list-none">
            Show as plain text
          </summary>
          <div className="border-base-300 rounded-box mt-3 border p-4 font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
            {text}
          </div>
        </details>
      )}
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
