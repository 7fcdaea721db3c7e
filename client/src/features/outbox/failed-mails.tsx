import { useQuery } from '@tanstack/react-query';
import { ChevronRight, MailCheck, MailWarning } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToFailedMails, paths } from '../../lib/paths.ts';
import { failedMailsOptions } from './outbox.queries.ts';

/** A line that leads to the Outbox: red with the number of failed emails, calm if there are none. */
export function FailedMails() {
  const { data: failed } = useQuery(failedMailsOptions());
  const hasFailed = failed !== undefined && failed > 0;
  const Icon = hasFailed ? MailWarning : MailCheck;
  return (
    <Link
      to={hasFailed ? linkToFailedMails() : paths.outbox}
      className={`card shadow-card mt-4 flex-row items-center gap-4 px-5 py-4 font-semibold sm:px-8 ${hasFailed ? 'bg-error text-error-content' : 'bg-base-100'}`}
    >
      <Icon className="size-6 shrink-0" aria-hidden="true" />
      <span className="flex-1">{describe(failed)}</span>
      <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
    </Link>
  );
}

/** @param failed undefined as long as it is not known */
function describe(failed: number | undefined): string {
  if (failed === undefined) return 'Emails';
  if (failed === 0) return 'No email failed';
  return failed === 1 ? '1 email failed' : `${failed} emails failed`;
}
