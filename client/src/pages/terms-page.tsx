import { PAGE_HEADS } from '../lib/page-heads.ts';
import { InfoPage } from './info-page.tsx';

export function TermsPage() {
  return <InfoPage head={PAGE_HEADS.terms()} text="terms" />;
}
