import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { OpenRefund } from './open-refund.tsx';
import { openRefundsOptions } from './refunds.queries.ts';

/** The refunds that failed, and those of which the school has to say what they were for. */
export function OpenRefunds() {
  const address = useListAddress();
  const refunds = useQuery(openRefundsOptions(address));
  return (
    <PagedList
      title="Refunds to look at"
      lead="Refunds that did not arrive, and refunds made in Stripe’s dashboard that may belong to a seat."
      label="Refunds"
      entry="refund"
      entries="refunds"
      searchLabel="Search by payer or payment"
      noneFound={{ title: 'No refund found', text: 'No refund to look at matches your search.' }}
      rowClass="h-52"
      address={address}
      list={refunds}
      empty={
        <EmptyState
          title="No refund to look at"
          text="All refunds have arrived or are on their way."
          action={
            <Link to={paths.payments} className="btn btn-primary">
              Show all payments
            </Link>
          }
        />
      }
      row={(refund, _number, onChanged) => <OpenRefund refund={refund} onDone={onChanged} />}
    />
  );
}
