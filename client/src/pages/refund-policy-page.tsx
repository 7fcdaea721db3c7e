import Content from '../../content/refund-policy.md';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { InfoPage } from './info-page.tsx';

export function RefundPolicyPage() {
  return <InfoPage head={PAGE_HEADS.refundPolicy} content={Content} />;
}
