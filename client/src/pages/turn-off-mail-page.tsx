import { useSearchParams } from 'react-router-dom';
import { TurnOffMail } from '../features/messages/own/turn-off-mail.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';

/** Where the link at the end of an email leads. Opening it changes nothing. */
export function TurnOffMailPage() {
  const [search] = useSearchParams();
  return (
    <div className="page py-10 md:py-16">
      <PageHead {...PAGE_HEADS.turnOffMail()} />
      <TurnOffMail token={search.get('token')} />
    </div>
  );
}
