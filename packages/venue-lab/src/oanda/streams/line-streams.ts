import type { ServerResponse } from 'node:http'
import type { Fault, OandaStream } from '../../faults/fault.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import type { LabClock } from '../../lab-clock.ts'
import { FaultyLines } from './faulty-lines.ts'

const HEARTBEAT_MS = 5000
/** How many streams a key may have open. */
const MAX_STREAMS = 20

interface Open {
  readonly kind: OandaStream
  readonly token: string
  readonly lines: FaultyLines
}

/** What a stream begins with, and how it goes on. */
export interface StreamSource {
  readonly kind: OandaStream
  readonly token: string
  heartbeat(): object
  /** Sends what there is now, and returns how to end. */
  open(lines: FaultyLines): () => void
}

/** The streaming side of the stand-in. */
export class LineStreams {
  readonly #open = new Set<Open>()
  readonly #clock: LabClock
  readonly #plan: FaultPlan
  /** How many there were ever. */
  readonly accepted: Record<OandaStream, number> = { pricing: 0, transactions: 0 }
  #sentBefore = 0

  constructor(clock: LabClock, plan: FaultPlan) {
    this.#clock = clock
    this.#plan = plan
  }

  open(kind: OandaStream): number {
    return [...this.#open].filter((one) => one.kind === kind).length
  }

  /** Lines that have left, of all streams ever. */
  get sent(): number {
    return [...this.#open].reduce((sum, { lines }) => sum + lines.sent, this.#sentBefore)
  }

  isFull(token: string): boolean {
    return [...this.#open].filter((one) => one.token === token).length >= MAX_STREAMS
  }

  /** Lets something happen to all open streams of a kind. */
  befall(fault: Fault): void {
    for (const { kind, lines } of this.#open) if (kind === fault.when.connection) lines.befall(fault)
  }

  /** The key is taken no longer. */
  closeOf(token: string): void {
    for (const one of this.#open) if (one.token === token) one.lines.close()
  }

  accept(response: ServerResponse, { kind, token, heartbeat, open }: StreamSource, fault: Fault | null): void {
    const lines = new FaultyLines(response, { clock: this.#clock, plan: this.#plan })
    if (fault !== null) lines.befall(fault)
    const one = { kind, token, lines }
    this.#open.add(one)
    this.accepted[kind]++
    const stopBeating = this.#clock.every(HEARTBEAT_MS, () => lines.send(`HEARTBEAT ${kind}`, heartbeat()))
    const stop = open(lines)
    response.once('close', () => {
      this.#open.delete(one)
      this.#sentBefore += lines.sent
      stopBeating()
      stop()
    })
  }

  stop(): void {
    for (const { lines } of this.#open) lines.close()
  }
}
