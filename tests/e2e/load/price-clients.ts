// The clients of `live-load.ts` and `venue-latency.ts`, in a process of their own: sockets that follow one price, each with an address of its own.
// Reports to its parent for each second what they received; see `ClientReport`.
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '@tradeloom/contracts'

export interface ClientOrder {
  readonly url: string
  readonly topic: string
  readonly clients: number
}

export interface ClientReport {
  readonly connected: number
  /** Milliseconds from the venue's message to the client, of the last second. */
  readonly delays: readonly number[]
  /** When the venue had sent each of them, milliseconds of the hour. */
  readonly sent: readonly number[]
  /** How many clients have the newest price that any of them has. */
  readonly newest: number
  readonly closed: number
}

/** Prices carry the time at which they were sent: the bid is milliseconds of the hour, in cents. */
export const HOUR_MS = 3_600_000
/** Sockets from one address are limited. */
const PER_ADDRESS = 100

process.once('message', (order: ClientOrder) => void run(order))
process.on('SIGUSR2', () => undefined)

async function run({ url, topic, clients }: ClientOrder): Promise<void> {
  const newest = new Float64Array(clients)
  let delays: number[] = []
  let sent: number[] = []
  let [connected, closed] = [0, 0]
  for (let n = 0; n < clients; n++) {
    const address = `10.1.${Math.floor(n / PER_ADDRESS)}.1`
    const socket = new WebSocket(url.replace('http', 'ws') + SOCKET_PATH, { headers: { 'x-forwarded-for': address } })
    socket.on('message', (bytes) => {
      const text = String(bytes)
      const bid = /"bid":([\d.]+)/.exec(text)?.[1]
      if (bid === undefined) return
      const sentAt = Math.round(Number(bid) * 100)
      if (sentAt === newest[n]) return
      newest[n] = sentAt
      delays.push((Date.now() - sentAt + HOUR_MS) % HOUR_MS)
      sent.push(sentAt)
    })
    socket.on('close', () => void (closed += 1))
    await new Promise<void>((done, fail) => {
      socket.once('open', done)
      socket.once('error', fail)
    })
    socket.send(JSON.stringify({ type: 'subscribe', topic }))
    connected += 1
  }
  setInterval(() => {
    const best = newest.reduce((one, other) => Math.max(one, other), 0)
    const report: ClientReport = {
      connected,
      delays,
      sent,
      newest: newest.filter((one) => one === best).length,
      closed,
    }
    process.send?.(report)
    delays = []
    sent = []
  }, 1_000)
}
