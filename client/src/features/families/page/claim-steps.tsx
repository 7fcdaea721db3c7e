import { formatDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';

/** How the owner of an account takes it over with the code of a letter. */
export function ClaimSteps({ code, until }: { code: string; until: string }) {
  return (
    <section className="rounded-box border-base-300 break-inside-avoid border p-4">
      <h2 className="text-lg font-bold">Your account</h2>
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        <li>
          Sign up at <strong>{location.host + paths.signUp}</strong> and confirm your email address.
        </li>
        <li>
          Open <strong>{location.host + paths.claim}</strong>
        </li>
        <li>
          Enter this code:{' '}
          <strong className="font-mono text-lg tracking-wider whitespace-nowrap">{code}</strong>
        </li>
      </ol>
      <p className="mt-2 text-sm">
        The code works once, until {formatDay(new Date(until))}. Anyone who has it can see your
        children, so keep it to yourself.
      </p>
    </section>
  );
}
