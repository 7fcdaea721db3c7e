import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import { OpenRefund } from './open-refund.tsx';
import { openRefundsOptions } from './refunds.queries.ts';

/** The refunds that failed, and those for which the school has to say what they were for. */
export function OpenRefunds() {
  const address = useListAddress();
  const refunds = useQuery(openRefundsOptions(address));
  return (
    <PagedList
      title="Refunds to look at"
      lead="Refunds that did not arrive or go back by hand, and refunds made in Stripe’s dashboard that may belong to a seat."
      label="Refunds"
      entry="refund"
      entries="refunds"
      searchLabel="Search by payer or payment"
      noneFound={{ title: 'No refund found', text: 'No refund to look at matches your search.' }}
      rowClass="h-52"
      address={address}
      list={refunds}
      empty={{
        title: 'No refund to look at',
        text: 'All refunds have arrived or are on their way.',
        link: { to: paths.payments, label: 'Show all payments' },
      }}
      row={(refund, _number, onChanged) => <OpenRefund refund={refund} onDone={onChanged} />}
    />
  );
}
