import type { IntentRow } from '@tradeloom/database'
import { IntentSender } from '../../trading-core/intents/intent-sender.ts'
import type { Lease } from '../../platform/leases/leases.ts'
import type { MatcherParts } from './account-matcher.ts'
import { DrilledVenue } from './drills/drilled-venue.ts'
import { PaperVenue } from './paper-venue.ts'
import { Serial } from '../../trading-core/intents/serial.ts'

/** One paper account that this process works on, under its lease: all its work is done one after the other. */
export class PaperAccount {
  readonly lease: Lease
  /** When the lease was known to be held. */
  readonly takenAt = performance.now()
  readonly #parts: MatcherParts
  readonly #serial = new Serial()
  readonly #venue: PaperVenue
  readonly #sender: IntentSender
  /** False while it is not known how far earlier work has come. */
  #isRecovered = false
  /** Since when it catches up with prices that were missed, UTC milliseconds. */
  #takenAt: number | null = null
  #isAdvancing = false

  constructor(parts: MatcherParts) {
    this.lease = parts.lease
    this.#parts = parts
    this.#venue = new PaperVenue(parts)
    const onChange = ({ id, accountId, userId }: IntentRow): void =>
      parts.onChange({ userId, accountId, kind: 'order', id })
    const { now, drill = () => null } = parts
    const gateway = new DrilledVenue({ venue: this.#venue, drill, now })
    this.#sender = new IntentSender({ ...parts, gateway, onChange })
  }

  /** Instruments whose prices it needs. */
  get instrumentIds(): readonly string[] {
    const { open } = this.#venue.matcher
    return open ? [...open.instruments.keys(), ...open.conversions] : []
  }

  /** Nothing of it is open, and no request waits for an answer. */
  get isIdle(): boolean {
    return this.#isRecovered && !this.#sender.hasUnanswered && this.#venue.matcher.open === null
  }

  /** Sends what is written, and matches each order before the next one. */
  wake(): Promise<void> {
    return this.#serial.run(async () => {
      try {
        // What has failed may be committed all the same.
        await this.#venue.matcher.orForget(() => this.#work())
      } catch (error) {
        // It may have left a request without an answer.
        this.#isRecovered = false
        throw error
      }
    })
  }

  async #work(): Promise<void> {
    const { matcher } = this.#venue
    const { now } = this.#parts
    if (!this.#isRecovered) {
      this.#takenAt ??= now()
      await this.#sender.recover()
    }
    this.#isRecovered = true
    await matcher.advance()
    if (this.#takenAt !== null) this.#sender.caughtUp(this.#takenAt, now())
    this.#takenAt = null
    while (await this.#sender.sendNext()) await matcher.advance()
  }

  /** Matches new prices. Calls while it is at it are one call. */
  async advance(): Promise<void> {
    if (this.#isAdvancing || !this.#isRecovered) return
    this.#isAdvancing = true
    await this.#serial
      .run(() => {
        this.#isAdvancing = false
        return this.#venue.matcher.advance()
      })
      .finally(() => (this.#isAdvancing = false))
  }

  /** Asks again about requests without an answer. */
  lookUp(): Promise<void> {
    return this.#serial.run(async () => {
      if (this.#sender.hasUnanswered) await this.#sender.lookUp()
    })
  }

  /** Compares how positions are guarded with what its book matches. */
  audit(): Promise<void> {
    return this.#serial.run(async () => {
      if (this.#isRecovered) await this.#venue.matcher.audit()
    })
  }

  checkpoint(): Promise<void> {
    return this.#serial.run(() => this.#venue.matcher.checkpoint())
  }
}
