import { PAGE_HEADS } from '../lib/page-heads.ts';
import { InfoPage } from './info-page.tsx';

export function AboutPage() {
  return <InfoPage head={PAGE_HEADS.about()} text="about" />;
}
