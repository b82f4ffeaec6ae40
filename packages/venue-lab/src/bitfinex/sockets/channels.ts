import type { FaultySocket } from '../../faults/faulty-socket.ts'
import type { LabClock } from '../../lab-clock.ts'
import type { Client } from '../../sockets/socket-server.ts'
import type { Markets } from '../market/markets.ts'
import { ChannelClient } from './channel-client.ts'

/** The clients of the public channels. */
export class Channels {
  readonly #clients = new Set<ChannelClient>()
  readonly #clock: LabClock
  readonly #markets: Markets
  readonly #now: () => number
  /** Of levels that are gone nobody is told. */
  isSilentOnEnds = false

  constructor(clock: LabClock, markets: Markets, now: () => number) {
    this.#clock = clock
    this.#markets = markets
    this.#now = now
    markets.listen({
      changed: (market) => {
        for (const client of this.#clients) client.changed(market, this.isSilentOnEnds)
      },
      traded: (market, trade) => {
        for (const client of this.#clients) client.traded(market, trade)
      },
    })
  }

  /** How many channels of a kind are open; of any if omitted. */
  count(kind?: string): number {
    return [...this.#clients].reduce((sum, client) => sum + client.count(kind), 0)
  }

  /** Tells all clients what the venue is about to do: 20051, 20060 or 20061. */
  announce(code: number): void {
    for (const client of this.#clients) client.event('info', { event: 'info', code, msg: '' })
  }

  accept(socket: FaultySocket): Client {
    const client = new ChannelClient(socket, this.#markets, { clock: this.#clock, now: this.#now })
    this.#clients.add(client)
    return {
      message: (text) => client.message(text),
      left: () => {
        client.left()
        this.#clients.delete(client)
      },
    }
  }
}
