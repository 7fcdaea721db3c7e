import { RefundPeriods } from '../features/enrollment/changes/refund-periods.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { InfoPage, InfoText } from './info-page.tsx';

/** The texts are there without scripts. The periods, which admins can change, come from the server. */
export function RefundPolicyPage() {
  return (
    <InfoPage head={PAGE_HEADS.refundPolicy()} text="refundPolicy">
      <RefundPeriods />
      <InfoText name="refundCases" />
    </InfoPage>
  );
}
