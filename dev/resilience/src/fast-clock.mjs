// Loaded into a program with `--import`. Makes its clock run CLOCK_SPEED times as fast from CLOCK_START on, plus
// CLOCK_AHEAD milliseconds, so that an hour of holds, jobs and tokens takes a minute. Timers keep their pace.
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
