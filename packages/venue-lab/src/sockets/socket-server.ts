import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Fault, VenueSocketKind } from '../faults/fault.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import { FaultySocket } from '../faults/faulty-socket.ts'
import type { LabClock } from '../lab-clock.ts'

const DAY_MS = 86_400_000
const SECOND_MS = 1000
/** Lab time between two looks at whether clients have taken everything in. */
const SLICE_MS = 100
/** Of Binance. */
const HANDSHAKES = { limit: 300, ms: 300_000 }

/** What the server does for one client after the handshake. */
export interface Client {
  message(text: string): void
  left(): void
}

export interface Endpoint<Kind extends VenueSocketKind> {
  readonly kind: Kind
  /** How many messages a client may send in one second. */
  readonly messagesPerSecond: number
  /** The first one that owns a path has it. */
  owns(path: string): boolean
  /** Null for a path that it does not have after all. */
  accept(url: URL, socket: FaultySocket): Client | null
}

interface Open<Kind> {
  readonly kind: Kind
  readonly socket: FaultySocket
}

interface SocketOptions {
  readonly clock: LabClock
  readonly plan: FaultPlan
  /** How many handshakes one address may begin in how long. */
  readonly handshakes?: { readonly limit: number; readonly ms: number }
  /** Whether the venue ends connections after a day. */
  readonly endsDaily?: boolean
}

/** The WebSocket side of a stand-in: handshakes, limits, planned cuts, faults of connections. */
export class SocketServer<Kind extends VenueSocketKind> {
  readonly #clock: LabClock
  readonly #plan: FaultPlan
  readonly #server = new WebSocketServer({ noServer: true })
  readonly #open = new Set<Open<Kind>>()
  readonly #endsDaily: boolean
  /** How many handshakes were completed. */
  readonly accepted: Record<Kind, number>

  constructor(
    http: Server,
    endpoints: readonly Endpoint<Kind>[],
    { clock, plan, handshakes = HANDSHAKES, endsDaily = true }: SocketOptions,
  ) {
    this.#endsDaily = endsDaily
    this.accepted = Object.fromEntries(endpoints.map(({ kind }) => [kind, 0])) as Record<Kind, number>
    this.#clock = clock
    this.#plan = plan
    const isTooMany = this.#rateOf(handshakes.limit, handshakes.ms)
    http.on('upgrade', (request: IncomingMessage, wire: Duplex, head: Buffer) => {
      wire.on('error', () => wire.destroy())
      const url = new URL(request.url ?? '/', 'http://lab')
      const endpoint = endpoints.find(({ owns }) => owns(url.pathname))
      if (endpoint === undefined) return refuse(wire, 404)
      if (isTooMany()) return refuse(wire, 429)
      const fault = plan.ofConnection(endpoint.kind)
      if (fault?.do === 'close' || fault?.do === 'drop') return void wire.destroy()
      if (fault !== null && /^\d+$/.test(fault.do)) return refuse(wire, Number(fault.do))
      this.#server.handleUpgrade(request, wire, head, (socket) => this.#accept(endpoint, { url, socket, wire, fault }))
    })
  }

  open(kind: Kind): number {
    return [...this.#open].filter((one) => one.kind === kind).length
  }

  /** Lets time pass until then; clients have taken in what happened meanwhile when it resolves. */
  async advanceTo(time: number): Promise<void> {
    const clock = this.#clock
    while (clock.now() < time) {
      clock.advanceTo(Math.min(time, clock.now() + SLICE_MS))
      await this.delivered()
    }
  }

  /** Lets something happen to all open connections of a kind. */
  befall(fault: Fault): void {
    for (const { kind, socket } of this.#open) if (kind === fault.when.connection) socket.befall(fault)
  }

  /** Messages of that work reach a client at once, as one piece. */
  together(work: () => void): void {
    const open = [...this.#open]
    for (const { socket } of open) socket.hold()
    work()
    for (const { socket } of open) socket.letGo()
  }

  async delivered(): Promise<void> {
    await Promise.all([...this.#open].map(({ socket }) => socket.delivered()))
  }

  stop(): void {
    for (const { socket } of this.#open) socket.terminate()
    this.#server.close()
  }

  #accept(
    endpoint: Endpoint<Kind>,
    { url, socket, wire, fault }: { url: URL; socket: WebSocket; wire: Duplex; fault: Fault | null },
  ): void {
    const faulty = new FaultySocket(socket, wire, { clock: this.#clock, plan: this.#plan })
    const client = endpoint.accept(url, faulty)
    if (client === null) return faulty.close(1008, 'Invalid path')
    const open = { kind: endpoint.kind, socket: faulty }
    this.#open.add(open)
    this.accepted[endpoint.kind]++
    if (fault !== null) faulty.befall(fault)
    const cut = (): void => faulty.close(1001, 'Connection is 24 hours old')
    const cancelCut = this.#endsDaily ? this.#clock.at(this.#clock.now() + DAY_MS, cut) : () => {}
    const isTooFast = this.#rateOf(endpoint.messagesPerSecond, SECOND_MS)
    socket.on('message', (data: RawData) => {
      if (isTooFast()) faulty.close(1008, 'Too many requests')
      else client.message(textOf(data))
    })
    socket.once('close', () => {
      this.#open.delete(open)
      cancelCut()
      client.left()
    })
  }

  /** Says whether something happens more often than a limit, each time that it happens. */
  #rateOf(limit: number, ms: number): () => boolean {
    let times: number[] = []
    return () => {
      const now = this.#clock.now()
      times = [...times.filter((time) => time > now - ms), now]
      return times.length > limit
    }
  }
}

function refuse(wire: Duplex, status: number): void {
  wire.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function textOf(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as ArrayBuffer).toString()
}
