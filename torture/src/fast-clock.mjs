// Loaded into a program with `--import`: its clock runs CLOCK_SPEED times as fast from CLOCK_START on, so that an
// hour of holds, sweeps and tokens passes in a minute. Timers keep their pace.
const { CLOCK_SPEED, CLOCK_START } = process.env;
const speed = Number(CLOCK_SPEED);
const start = Number(CLOCK_START);
const RealDate = Date;
const now = () => Math.floor(start + (RealDate.now() - start) * speed);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }
  static now() {
    return now();
  }
};
