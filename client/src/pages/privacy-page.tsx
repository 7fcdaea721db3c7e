import { PAGE_HEADS } from '../lib/page-heads.ts';
import { InfoPage } from './info-page.tsx';

export function PrivacyPage() {
  return <InfoPage head={PAGE_HEADS.privacy()} text="privacy" />;
}
