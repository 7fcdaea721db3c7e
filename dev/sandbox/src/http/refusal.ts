/** A request that a vendor would refuse: carries the vendor's own answer. */
export class Refusal extends Error {
  readonly status: number;
  /** The answer's body, sent as JSON. */
  readonly answer: object;

  /** @param message for our log */
  constructor(status: number, answer: object, message: string) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}
