import type { Locator } from '@playwright/test';

/**
 * How long a calm person takes, by the Keystroke-Level Model (Card, Moran and Newell, 1980). A test computes the time from what
 * it presses and types: a clock would measure the machine.
 */
const PACE = {
  /** Before each press, the eyes and the mind find it. */
  thought: 1.35,
  /** The mouse goes there, and its button is pressed. */
  press: 1.1 + 0.2,
  /** Of somebody who types 40 words a minute. */
  character: 0.28,
  /** The hand goes from the keys to the mouse, or back. */
  hand: 0.4,
} as const;

/** Presses and types as a person with a mouse does, and counts. */
export function keepPace() {
  const counted = { presses: 0, characters: 0, hands: 0 };
  return {
    async press(target: Locator): Promise<void> {
      counted.presses += 1;
      await target.click();
    },
    /** A press into the field, and the hands go to the keys and back. */
    async type(field: Locator, text: string): Promise<void> {
      counted.presses += 1;
      counted.hands += 2;
      counted.characters += text.length;
      await field.fill(text);
    },
    /** A press opens the list, and another one chooses. */
    async choose(list: Locator, label: string): Promise<void> {
      counted.presses += 2;
      await list.selectOption({ label });
    },
    read() {
      const { presses, characters, hands } = counted;
      const seconds =
        presses * (PACE.thought + PACE.press) + characters * PACE.character + hands * PACE.hand;
      return { ...counted, seconds: Math.round(seconds) };
    },
  };
}
