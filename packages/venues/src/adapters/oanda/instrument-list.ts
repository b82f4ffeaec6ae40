import type { InstrumentRules } from './instrument-rules.ts'
import { readInstruments } from './instrument-rules.ts'
import type { OandaRest } from './oanda-rest.ts'

const FRESH_MS = 5 * 60_000

/** What the venue lists for an account, as of at most some minutes ago. */
export class InstrumentList {
  readonly #rest: OandaRest
  #rules: ReadonlyMap<string, InstrumentRules> | null = null
  #askedAt = -Infinity
  #asking: Promise<ReadonlyMap<string, InstrumentRules>> | null = null

  constructor(rest: OandaRest) {
    this.#rest = rest
  }

  /** As far as it is known; null before the first answer. */
  get known(): ReadonlyMap<string, InstrumentRules> | null {
    return this.#rules
  }

  async read(): Promise<ReadonlyMap<string, InstrumentRules>> {
    if (this.#rules && this.#rest.now() - this.#askedAt < FRESH_MS) return this.#rules
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  /** As it is known, however old, while it is read again: what has changed since, the venue refuses. */
  async readSoon(): Promise<ReadonlyMap<string, InstrumentRules>> {
    if (!this.#rules) return this.read()
    this.read().catch(() => undefined)
    return this.#rules
  }

  async #ask(): Promise<ReadonlyMap<string, InstrumentRules>> {
    const { instruments } = await this.#rest.read('/instruments')
    this.#rules = readInstruments(instruments)
    this.#askedAt = this.#rest.now()
    return this.#rules
  }
}
