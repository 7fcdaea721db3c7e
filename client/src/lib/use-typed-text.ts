import { useEffect, useEffectEvent, useState } from 'react';

/** Long enough not to ask for every letter, short enough to feel at once. */
const PAUSE_MS = 300;

/**
 * A text that a person types, and that counts when they pause or say so.
 * @param text what counts now; the field follows where somebody else changes it, such as the Back button
 * @param onSend is given what was typed, without spaces around it
 */
export function useTypedText(text: string, onSend: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  // What the field sent itself comes back late, and must not take away the letters typed meanwhile.
  const [sent, setSent] = useState(text);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    if (text !== sent) {
      setSent(text);
      setTyped(text);
    }
  }

  const sendAfterPause = useEffectEvent(() => send());
  useEffect(() => {
    const timer = setTimeout(() => sendAfterPause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  function send() {
    const next = typed.trim();
    if (next === sent) return;
    setSent(next);
    onSend(next);
  }

  return { typed, setTyped, send };
}
