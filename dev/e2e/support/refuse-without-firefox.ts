/** Stops the journeys before they start. @throws {Error} one sentence about what to install */
export default function refuseWithoutFirefox(): never {
  throw new Error(
    'These journeys need Firefox: install it (on Debian: apt-get install firefox-esr), name its path in FIREFOX_PATH, or run npx playwright install firefox.',
  );
}
