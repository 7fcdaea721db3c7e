import type { AidRequest } from '@speakifyr/contract/aid.ts';
import { KEEP_AID_DAYS } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AskForm } from './ask-form.tsx';
import { describeAward } from './describe-award.ts';

type Props = {
  /** The children for whom the person books. */
  people: { _id: string; name: string }[];
};

/** A parent asks for financial aid here, and reads what the school answered. R450 */
export function OwnAid({ people }: Props) {
  const requests = useQuery(read('GET /myAid'));
  const heading = useRef<HTMLHeadingElement>(null);
  const goUp = () => heading.current?.focus();
  return (
    <>
      <PageHeading
        ref={heading}
        lead="Every child should be able to come. Tell us in a few words what you need. No papers, no proof."
      >
        Financial Aid
      </PageHeading>
      {requests.isPending ? (
        <Spinner />
      ) : requests.isError ? (
        <LoadProblem what="Your requests" query={requests} />
      ) : (
        <>
          {requests.data.length > 0 && (
            <ul aria-label="Your requests" className="mb-8 grid max-w-2xl gap-4">
              {requests.data.map((request) => (
                <li key={request._id}>
                  <OwnRequest request={request} onWithdrawn={goUp} />
                </li>
              ))}
            </ul>
          )}
          {requests.data.every(({ answeredAt }) => answeredAt) && (
            <AskForm people={people} onDone={goUp} />
          )}
          <p className="text-base-content/80 mt-6 max-w-2xl text-sm">
            Only the directors of the school read this: no instructor, no other family, not the
            other guardians of your child. Emails don’t say what it is about. Your words are deleted{' '}
            {KEEP_AID_DAYS} days after the answer.
          </p>
        </>
      )}
    </>
  );
}

function OwnRequest({ request, onWithdrawn }: { request: AidRequest; onWithdrawn: () => void }) {
  const { _id, person_name, words, canPay, askedAt, answeredAt, answer, award } = request;
  const withdrawing = useChange('DELETE /myAid/:id');
  return (
    <article className="card bg-base-100 shadow-card gap-3 p-5 sm:p-6">
      <h2 className="text-lg font-bold [overflow-wrap:anywhere]">For {person_name}</h2>
      <p className="text-base-content/80 -mt-2 text-sm">{`Asked on ${formatDay(new Date(askedAt))}. ${answeredAt ? `Answered on ${formatDay(new Date(answeredAt))}.` : ''}`}</p>
      <p role="status" className="font-semibold">
        {!answeredAt
          ? 'The school has not answered yet.'
          : award
            ? 'The school helps.'
            : 'The school can’t help this time.'}
      </p>
      {award && describeAward(award, person_name).map((line) => <p key={line}>{line}</p>)}
      {answer && (
        <p className="rounded-box bg-base-200 p-4 [overflow-wrap:anywhere] whitespace-pre-line">
          {answer}
        </p>
      )}
      {words !== null && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">What you wrote</summary>
          <p className="[overflow-wrap:anywhere] whitespace-pre-line">{words}</p>
          {canPay !== null && (
            <p className="mt-2">You can pay {nameCharge(canPay / 100)} for each class.</p>
          )}
        </details>
      )}
      {!answeredAt && (
        <ActionButton
          className="btn-outline w-full sm:w-auto sm:self-start"
          question={{
            titleText: 'Take your request back?',
            text: 'It is deleted. You can ask again at any time.',
            confirm: 'Yes, take it back',
          }}
          act={() => withdrawing.mutateAsync({ params: { id: _id } })}
          onDone={onWithdrawn}
        >
          Take it back
        </ActionButton>
      )}
    </article>
  );
}
