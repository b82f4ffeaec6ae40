import type { LabClock } from '../lab-clock.ts'
import type { Fault } from './fault.ts'
import type { FaultPlan } from './fault-plan.ts'
import { textWithUnknown } from './with-unknown.ts'

const LATE_MS = 500
const CUT_BYTES = 20
const OVERSIZED_BYTES = 4 * 1024 * 1024

/** What carries messages to one client. */
export interface MessageWire {
  write(text: string): void
  /** Ends the connection after the first bytes of a message. */
  cut(text: string, bytes: number): void
  /** What happens to the connection as a whole. */
  befall(fault: Fault): void
  /** A fault of this kind of connection. The message is lost unless it is written. */
  otherwise(fault: Fault, text: string): void
}

/** Sends messages over one connection, and lets happen to them what is planned. */
export class FaultyMessages {
  readonly #wire: MessageWire
  readonly #clock: LabClock
  readonly #plan: FaultPlan
  #held: string | null = null

  constructor(wire: MessageWire, { clock, plan }: { readonly clock: LabClock; readonly plan: FaultPlan }) {
    this.#wire = wire
    this.#clock = clock
    this.#plan = plan
  }

  send(name: string, text: string): void {
    const fault = this.#plan.ofMessage(name)
    const before = this.#held
    this.#held = null
    if (fault === null) this.#wire.write(text)
    else this.#perform(fault, text)
    if (before !== null) this.#wire.write(before)
  }

  #perform(fault: Fault, text: string): void {
    const wire = this.#wire
    switch (fault.do) {
      case 'duplicate':
        wire.write(text)
        return wire.write(text)
      case 'swap':
        this.#held = text
        return
      case 'delay':
      case 'lateFill':
        return void this.#clock.at(this.#clock.now() + (fault.ms ?? LATE_MS), () => wire.write(text))
      case 'cut':
        return wire.cut(text, fault.bytes ?? CUT_BYTES)
      case 'garbage':
        return wire.write(`${text.slice(0, text.length >> 1)}\uFFFD{"`)
      case 'oversized':
        return wire.write(JSON.stringify({ padding: 'x'.repeat(fault.bytes ?? OVERSIZED_BYTES) }))
      case 'unknownFields':
        return wire.write(textWithUnknown(text))
      case 'close':
      case 'stall':
      case 'halfOpen':
        return wire.befall(fault)
      default:
        return wire.otherwise(fault, text)
    }
  }
}
