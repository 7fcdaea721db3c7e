import { ApiKeys } from './api-keys.tsx';
import { Webhooks } from './webhooks.tsx';

/** API keys and webhooks for the school's own programs. For directors only. */
export function Programs() {
  return (
    <>
      <header className="mb-6">
        <h1 className="text-3xl font-extrabold">For Programs</h1>
        <p className="text-base-content/80 mt-1 max-w-3xl">
          Let the school’s own programs read from here. A key never opens health information,
          contacts, photos or who must not pick up a child, and changes nothing.
        </p>
      </header>
      <ApiKeys />
      <Webhooks />
    </>
  );
}
