import type { ServerResponse } from 'node:http'
import type { Fault } from '../../faults/fault.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import { FaultyMessages } from '../../faults/faulty-messages.ts'
import type { LabClock } from '../../lab-clock.ts'

/** One open stream: an answer that never ends, of which each line is a message. Lets happen to them what is planned. */
export class FaultyLines {
  readonly #response: ServerResponse
  readonly #messages: FaultyMessages
  #isStalled = false
  #isHalfOpen = false
  /** Lines that have left. */
  sent = 0

  constructor(response: ServerResponse, parts: { clock: LabClock; plan: FaultPlan }) {
    this.#response = response
    const wire = {
      write: (text: string) => this.#write(text),
      cut: (text: string, bytes: number) => void response.write(text.slice(0, bytes), () => this.close()),
      befall: (fault: Fault) => this.befall(fault),
      otherwise: loseMessage,
    }
    this.#messages = new FaultyMessages(wire, parts)
    response.on('error', () => response.destroy())
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' })
    response.flushHeaders()
  }

  /** Sends a message unless a fault forbids it. Heartbeats go on when others are held back. */
  send(name: string, message: object): void {
    if (this.#isHalfOpen || (this.#isStalled && !name.startsWith('HEARTBEAT'))) return
    this.#messages.send(name, JSON.stringify(message))
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
}

function loseMessage(fault: Fault): void {
  if (fault.do !== 'drop' && fault.do !== 'lostFill') throw new Error(`${fault.do} does not happen to lines`)
}
