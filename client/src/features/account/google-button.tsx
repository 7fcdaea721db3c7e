import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ReactNode } from 'react';
import { usePurpose } from './use-purpose.ts';

type Props = { isBusy: boolean; isDisabled: boolean; onPress: () => void };

/** Opens Google's popup. */
export function GoogleButton({ isBusy, isDisabled, onPress }: Props) {
  return (
    <button
      type="button"
      className="btn btn-lg bg-base-100 border-base-content/25 w-full text-base"
      disabled={isDisabled}
      aria-busy={isBusy}
      onClick={onPress}
    >
      {isBusy ? (
        <span className="loading loading-spinner loading-sm" aria-hidden="true" />
      ) : (
        <GoogleMark />
      )}
      <span>{LABELS.google}</span>
    </button>
  );
}

/** Google and a form. Google comes first for somebody who is about to take a seat: it is the shortest way. */
export function GoogleOr({ google, children }: { google: ReactNode; children: ReactNode }) {
  const purpose = usePurpose()?.kind;
  const isTakingSeat = purpose === 'seat' || purpose === 'waiting';
  const or = <p className="between-lines text-base-content/75 my-6 text-sm">or</p>;
  return (
    <>
      {isTakingSeat && google}
      {isTakingSeat && or}
      {children}
      {!isTakingSeat && or}
      {!isTakingSeat && google}
    </>
  );
}

/** In Google's colors, as their guidelines require: https://developers.google.com/identity/branding-guidelines */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59A14.5 14.5 0 0 1 9.77 24c0-1.6.27-3.14.76-4.59l-7.98-6.19A23.9 23.9 0 0 0 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
