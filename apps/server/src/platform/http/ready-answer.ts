/** An answer that is already serialized; `Value` is the type of its JSON. */
export class ReadyAnswer<Value> {
  declare readonly value: Value
  /** UTF-8 JSON, compressed as the reply's headers say; null if the client has it already (304). */
  readonly body: Buffer | null

  constructor(body: Buffer | null) {
    this.body = body
  }
}
