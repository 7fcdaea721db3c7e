import { ReachUs } from '../features/contact/reach-us.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';

export function ContactPage() {
  return (
    <div className="page pt-10 md:pt-16">
      <PageHead {...PAGE_HEADS.contact} />
      <SectionHeading level={1}>Contact</SectionHeading>
      <div className="max-w-md">
        <ReachUs />
      </div>
    </div>
  );
}
