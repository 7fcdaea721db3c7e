import { describeTerms } from '@speakifyr/contract/describe-terms.ts';
import { DEFAULT_REFUND_TERMS, type RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { read } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';

/** The periods of the refund policy as the school has set them. */
export function RefundPeriods() {
  const policy = useQuery(read('GET /refundPolicy'));
  if (policy.isError) return <LoadProblem what="The periods" query={policy} />;
  if (!policy.data)
    return (
      <>
        <div role="status" aria-label="Loading the periods" className="skeleton">
          {/* As high as the usual policy, so that nothing below moves. */}
          <div className="invisible" aria-hidden>
            <Periods terms={DEFAULT_REFUND_TERMS} />
          </div>
        </div>
        <noscript>
          Scripts are turned off in your browser, so the periods are missing here. Please ask us.
        </noscript>
      </>
    );
  return <Periods terms={policy.data} />;
}

function Periods({ terms }: { terms: RefundTerms }) {
  return (
    <ul>
      {describeTerms(terms, SCHOOL.currency).map((period) => (
        <li key={period}>
          <strong>{period}</strong>
        </li>
      ))}
    </ul>
  );
}
