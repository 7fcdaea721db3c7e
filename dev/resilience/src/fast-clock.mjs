// Loaded into a program with `--import`: its clock runs CLOCK_SPEED times as fast from CLOCK_START on, so that an
// hour of holds, sweeps and tokens passes in a minute, and is CLOCK_AHEAD milliseconds ahead. Timers keep their pace.
const { CLOCK_SPEED, CLOCK_START, CLOCK_AHEAD = '0' } = process.env;
const speed = Number(CLOCK_SPEED);
const start = Number(CLOCK_START);
const ahead = Number(CLOCK_AHEAD);
const RealDate = Date;
const now = () => Math.floor(start + (RealDate.now() - start) * speed + ahead);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }
  static now() {
    return now();
  }
};
