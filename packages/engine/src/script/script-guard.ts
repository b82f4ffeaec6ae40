import { isExhaustion, STACK_OVERFLOW } from '@tradeloom/domain'

const { apply } = Reflect
const nothing = (): void => undefined
/** Arguments for a call that needs 64 kB of stack. */
const ROOM: readonly undefined[] = Array.from({ length: 8192 }, () => undefined)

/**
 * Inspects every error of a script before the script can catch it, and ends the run if one depends on the machine. The
 * code of the script calls this: the host adds the calls before it compiles the script.
 */
export class ScriptGuard {
  /** Errors on their way here. One that does not arrive had no stack left for the call. */
  open = 0
  #exhaustion: unknown = null

  /** Takes an error out of a function; returns what the function throws. */
  pass(error: unknown): unknown {
    if (this.open === 1 && this.#exhaustion === null && !isExhaustion(error)) {
      this.open = 0
      return error
    }
    this.#exhaustion ??= isExhaustion(error) ? error : new RangeError(STACK_OVERFLOW)
    return this.#exhaustion
  }

  /**
   * Takes an error that the script catches. Near the end of the stack, even the messages of ordinary errors depend on what is
   * left of it, so the script must have some.
   */
  take(error: unknown): void {
    this.pass(error)
    this.check()
    this.open = 1
    apply(nothing, undefined, ROOM)
    this.open = 0
  }

  /** For the engine, where a script returns to it: throws what ended the script, even if something has dropped it since. */
  check(): void {
    if (this.open > 0) this.end()
  }

  /** Throws what ended the script. Call it where `open` is not 0. */
  end(): never {
    throw this.#exhaustion ?? new RangeError(STACK_OVERFLOW)
  }
}
