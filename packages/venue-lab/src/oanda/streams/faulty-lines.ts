import type { ServerResponse } from 'node:http'
import type { Fault } from '../../faults/fault.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import { textWithUnknown } from '../../faults/with-unknown.ts'
import type { LabClock } from '../../lab-clock.ts'

const LATE_MS = 500
const CUT_BYTES = 20
const OVERSIZED_BYTES = 4 * 1024 * 1024

/** One open stream: an answer that never ends, of which each line is a message. Lets happen to them what is planned. */
export class FaultyLines {
  readonly #response: ServerResponse
  readonly #clock: LabClock
  readonly #plan: FaultPlan
  #held: string | null = null
  #isStalled = false
  #isHalfOpen = false
  /** Lines that have left. */
  sent = 0

  constructor(response: ServerResponse, { clock, plan }: { clock: LabClock; plan: FaultPlan }) {
    this.#response = response
    this.#clock = clock
    this.#plan = plan
    response.on('error', () => response.destroy())
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' })
    response.flushHeaders()
  }

  /** Sends a message unless a fault forbids it. Heartbeats go on when others are held back. */
  send(name: string, message: object): void {
    if (this.#isHalfOpen || (this.#isStalled && !name.startsWith('HEARTBEAT'))) return
    const text = JSON.stringify(message)
    const fault = this.#plan.ofMessage(name)
    const before = this.#held
    this.#held = null
    if (fault === null) this.#write(text)
    else this.#perform(fault, text)
    if (before !== null) this.#write(before)
  }

  /** What happens to the stream as a whole. */
  befall(fault: Fault): void {
    if (fault.do === 'close') this.close()
    else if (fault.do === 'stall') this.#isStalled = true
    else if (fault.do === 'halfOpen') this.#isHalfOpen = true
  }

  close(): void {
    this.#response.destroy()
  }

  /** Lines do not come one a chunk. */
  #write(text: string): void {
    if (this.#isHalfOpen || this.#response.destroyed) return
    this.sent++
    this.#response.write(text.slice(0, text.length >> 1))
    this.#response.write(`${text.slice(text.length >> 1)}\n`)
  }

  #perform(fault: Fault, text: string): void {
    switch (fault.do) {
      case 'duplicate':
        this.#write(text)
        return this.#write(text)
      case 'swap':
        this.#held = text
        return
      case 'delay':
      case 'lateFill':
        return void this.#clock.at(this.#clock.now() + (fault.ms ?? LATE_MS), () => this.#write(text))
      case 'cut':
        return void this.#response.write(text.slice(0, fault.bytes ?? CUT_BYTES), () => this.close())
      case 'garbage':
        return this.#write(`${text.slice(0, text.length >> 1)}\uFFFD{"`)
      case 'oversized':
        return this.#write(JSON.stringify({ padding: 'x'.repeat(fault.bytes ?? OVERSIZED_BYTES) }))
      case 'unknownFields':
        return this.#write(textWithUnknown(text))
      case 'close':
      case 'stall':
      case 'halfOpen':
        return this.befall(fault)
      case 'drop':
      case 'lostFill':
        return
      default:
        throw new Error(`${fault.do} does not happen to lines`)
    }
  }
}
