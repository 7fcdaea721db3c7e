import { PAYMENT_STATES } from '@speakifyr/contract/money-states.ts';
import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { loadFound } from '../../../lib/load-all.ts';
import { paths } from '../../../lib/paths.ts';
import { readPage } from '../../../lib/read.ts';
import { oneOf, readDay, useListAddress } from '../../../lib/use-list-address.ts';
import { useBundle } from '../../../session/rights.ts';
import { CsvButton } from '../../../ui/csv-button.tsx';
import { FilterPeriod, FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';
import { paymentTotalsOptions } from './ledger.queries.ts';
import { PaymentRow } from './payment-row.tsx';
import { HEADINGS, listMovementRows } from './payments-file.ts';
import { PaymentTotals } from './payment-totals.tsx';

const FILTERS = { state: oneOf(PAYMENT_STATES), from: readDay, to: readDay };
const STATE_OPTIONS = PAYMENT_STATES.map((value) => ({
  value,
  label: value === 'refunded' ? 'Refunded, also in part' : PAYMENT_LABELS[value],
}));

type Props = {
  /** The buttons for a payment. An accountant only reads. */
  renderActions: (payment: ListedPayment) => ReactNode;
};

/** Every payment that somebody began, newest first, with totals. */
export function PaymentList({ renderActions }: Props) {
  const address = useListAddress(FILTERS);
  const { search, filters, setFilter } = address;
  const payments = useQuery(readPage('GET /payments', address));
  const totals = useQuery(paymentTotalsOptions(address));
  const isOffice = useBundle() !== 'accountant';
  return (
    <PagedList
      title="Payments"
      lead="What was paid for which class, newest first. Money counts on the day on which it arrived or went back."
      label="Payments"
      entry="payment"
      entries="payments"
      searchLabel={isOffice ? 'Search by name, email or payment ID' : 'Search by payment ID'}
      noneFound={{ title: 'Nothing found', text: 'No payment matches your search and filters.' }}
      tools={
        <>
          <PaymentTotals totals={totals} />
          {isOffice && (
            <Link to={paths.bankTransfers} className="btn btn-outline btn-primary mb-4 w-fit">
              <Landmark className="size-4" aria-hidden="true" />
              Import bank transfers
            </Link>
          )}
          <ListFilters>
            <FilterSelect
              label="State"
              all="All states"
              options={STATE_OPTIONS}
              value={filters.state}
              onChange={(state) => setFilter('state', state)}
            />
            <FilterPeriod filters={filters} onChange={setFilter} />
            <CsvButton
              fileName="payments.csv"
              load={() => loadFound('GET /payments', { search, filters })}
              headings={HEADINGS}
              toRows={(found) => listMovementRows(found, filters)}
            />
          </ListFilters>
        </>
      }
      columns={['Date', 'Paid by', 'Classes', 'Payment']}
      rowClass="h-56 @3xl:h-[7.05rem]"
      address={address}
      list={payments}
      row={(payment) => (
        <PaymentRow payment={payment}>{isOffice && renderActions(payment)}</PaymentRow>
      )}
    />
  );
}
