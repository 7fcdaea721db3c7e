import { Link, useLocation } from 'react-router-dom';
import { ContactForm } from '../features/messages/contact/contact-form.tsx';
import { ReachUs } from '../ui/reach-us.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { paths } from '../lib/paths.ts';
import { useIsAwake } from '../lib/use-is-awake.ts';
import { useSession } from '../session/auth.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';

export function ContactPage() {
  const { user } = useSession();
  const isAwake = useIsAwake();
  const { state } = useLocation();
  return (
    <div className="page pt-10 md:pt-16">
      <PageHead {...PAGE_HEADS.contact()} />
      <SectionHeading level={1} lead="Ask us anything">
        Contact
      </SectionHeading>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,22rem)] lg:justify-between">
        <fieldset disabled={!isAwake} className="contents">
          <ContactForm
            writer={user}
            message={readMessage(state)}
            note={
              <>
                We use your message to answer you and delete it after 180 days. More in{' '}
                <Link to={paths.privacy} className="link">
                  Privacy
                </Link>
                .
              </>
            }
          />
        </fieldset>
        <ReachUs />
      </div>
    </div>
  );
}

/** How the message begins, if the person comes from a question about a child. */
function readMessage(state: unknown): string | undefined {
  if (typeof state !== 'object' || !state || !('message' in state)) return undefined;
  return typeof state.message === 'string' ? state.message : undefined;
}
