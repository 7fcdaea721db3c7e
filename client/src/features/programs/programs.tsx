import { ApiKeys } from './api-keys.tsx';
import { Webhooks } from './webhooks.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** API keys and webhooks for the school's own programs. For directors only. */
export function Programs() {
  return (
    <>
      <PageHeading lead="Let the school’s own programs read from here. A key never opens health information, contacts, photos or who must not pick up a child, and changes nothing.">
        For Programs
      </PageHeading>
      <ApiKeys />
      <Webhooks />
    </>
  );
}
