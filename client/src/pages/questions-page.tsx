import { PAGE_HEADS } from '../lib/page-heads.ts';
import { InfoPage } from './info-page.tsx';

export function QuestionsPage() {
  return <InfoPage head={PAGE_HEADS.questions()} text="questions" />;
}
