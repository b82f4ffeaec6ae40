/** An answer that is text already, so that it is not serialized again; `Value` is what the text holds. */
export class ReadyAnswer<Value> {
  declare readonly value: Value
  /** JSON as UTF-8, compressed as the reply's headers say; null when the client has it already (304). */
  readonly body: Buffer | null

  constructor(body: Buffer | null) {
    this.body = body
  }
}
