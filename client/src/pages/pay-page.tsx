import { useLocation } from 'react-router-dom';
import { PayByLink } from '../features/enrollment/payment/pay-by-link.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';

/** Where a payment link leads: its code is behind the `#`, so that no server gets it with the address. */
export function PayPage() {
  const { hash } = useLocation();
  return (
    <div className="page py-10 md:py-16">
      <PageHead {...PAGE_HEADS.pay} />
      <h1 className="mb-6 text-4xl font-bold">Pay for reserved seats</h1>
      <PayByLink key={hash} linked={hash.slice(1)} />
    </div>
  );
}
