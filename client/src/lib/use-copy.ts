import { type RefObject, useRef, useState } from 'react';
import { showError } from './dialogs.ts';

/**
 * Copies a text that a read-only input shows. If the browser does not let us, the text is marked, to be copied by hand.
 * @returns `field` for the input, `copy` for a button, and whether it is copied
 */
export function useCopy(text: string): {
  field: RefObject<HTMLInputElement | null>;
  isCopied: boolean;
  copy: () => Promise<void>;
} {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Not allowed, or not over https.
      field.current?.select();
      void showError('Your browser did not let us copy it. It is marked now: copy it by hand.');
    }
  }

  return { field, isCopied, copy };
}
