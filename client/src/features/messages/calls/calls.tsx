import type { CallToMake } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { linkToPageOf } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { CallTopics } from './call-topics.tsx';

/** Whom the office calls, because no email reaches them. R555 */
export function Calls() {
  return (
    <>
      <PageHeading lead="These people have no email address. Call them, or give them the letter: it says what the emails would have said.">
        Calls to make
      </PageHeading>
      <CallList />
    </>
  );
}

function CallList() {
  const calls = useQuery(read('GET /calls'));
  if (calls.isPending)
    return <div className="skeleton rounded-box h-96" role="status" aria-label="Loading" />;
  if (calls.isError) return <LoadProblem what="The calls" query={calls} />;
  if (calls.data.length === 0)
    return (
      <EmptyState
        title="Nobody to call"
        text="When something happens that a family without an email address must hear of, it is listed here."
      />
    );
  return (
    <ul className="grid max-w-3xl gap-5">
      {calls.data.map((call) => (
        <Call key={call.accountId} call={call} />
      ))}
    </ul>
  );
}

function Call({ call: { accountId, name, phone, about } }: { call: CallToMake }) {
  return (
    <li className="card bg-base-100 shadow-card p-5 sm:p-6">
      <h2 className="text-xl font-bold [overflow-wrap:anywhere]">
        <Link to={linkToFamily(accountId)} className="link">
          {name}
        </Link>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        {phone ? (
          <PhoneLink
            phone={phone}
            className="btn btn-outline btn-primary btn-sm min-h-11"
            icon={<Phone className="size-4" aria-hidden="true" />}
          />
        ) : (
          <span>No phone number</span>
        )}
        <Link to={linkToPageOf('familyLetter', accountId)} className="link">
          Letter<span className="sr-only"> to {name}</span>
        </Link>
      </p>
      <CallTopics name={name} topics={about} />
    </li>
  );
}
