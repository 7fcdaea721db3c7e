import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds. Long enough not to search for every letter, short enough to feel immediate. */
const PAUSE_MS = 300;

/**
 * A text field whose value is sent when the person pauses or presses a button.
 * @param text the value last sent; the field follows if something else changes it, such as the Back button
 * @param onSend gets the typed text, trimmed
 */
export function useTypedText(text: string, onSend: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  // The field's own value comes back late, and must not overwrite letters typed since.
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
