import type { FaultySocket } from '../../faults/faulty-socket.ts'
import type { LabClock } from '../../lab-clock.ts'
import type { Level, Market, Trade } from '../market/market.ts'
import type { Markets } from '../market/markets.ts'
import { checksumOf } from './checksum.ts'

const MAX_CHANNELS = 25
const HEARTBEAT_MS = 15_000
const SNAPSHOT_TRADES = 30
const FLAGS = { timestamp: 32_768, sequence: 65_536, checksum: 131_072 }
const KINDS = ['ticker', 'trades', 'book'] as const

interface Channel {
  readonly id: number
  readonly kind: (typeof KINDS)[number]
  readonly market: Market
  /** Of a book: so many levels of each side are told. */
  readonly length: number
  told: readonly Level[]
  sentAt: number
}

type Command = Readonly<Record<string, unknown>>

/** One client of the public channels. */
export class ChannelClient {
  readonly #socket: FaultySocket
  readonly #clock: LabClock
  readonly #markets: Markets
  readonly #now: () => number
  readonly #channels = new Map<number, Channel>()
  readonly #stopHeartbeats: () => void
  #flags = 0
  #sequence = 0
  #nextId = 17

  constructor(socket: FaultySocket, markets: Markets, { clock, now }: { clock: LabClock; now: () => number }) {
    this.#socket = socket
    this.#clock = clock
    this.#markets = markets
    this.#now = now
    this.#stopHeartbeats = clock.every(1_000, () => this.#beat())
    this.event('info', { event: 'info', version: 2, serverId: 'lab', platform: { status: 1 } })
  }

  /** Of channels of a kind; of any if omitted. */
  count(kind?: string): number {
    return [...this.#channels.values()].filter((one) => kind === undefined || one.kind === kind).length
  }

  message(text: string): void {
    const command = JSON.parse(text) as Command
    switch (command['event']) {
      case 'conf':
        this.#flags = Number(command['flags'])
        return this.event('conf', { event: 'conf', status: 'OK', flags: this.#flags })
      case 'subscribe':
        return this.#subscribe(command)
      case 'unsubscribe':
        return this.#unsubscribe(Number(command['chanId']))
      case 'ping':
        return this.event('pong', { event: 'pong', ts: this.#now(), cid: command['cid'] })
      default:
        return this.event('error', { event: 'error', msg: 'unknown event', code: 10_000 })
    }
  }

  left(): void {
    this.#stopHeartbeats()
    this.#channels.clear()
  }

  event(name: string, body: object): void {
    this.#socket.send(name, JSON.stringify(body))
  }

  /** A level that comes among the best ones is told as if it were new. */
  changed(market: Market, isSilentOnEnds: boolean): void {
    for (const channel of this.#of(market, 'book')) {
      const levels = market.levels(channel.length)
      for (const change of changesOf(channel.told, levels))
        if (change[1] > 0 || !isSilentOnEnds) this.#send(channel, [change])
      channel.told = levels
      if (this.#has('checksum')) this.#send(channel, ['cs', checksumOf(levels)])
    }
    for (const channel of this.#of(market, 'ticker')) this.#send(channel, [market.ticker(this.#now())])
  }

  traded(market: Market, [id, time, amount, price]: Trade): void {
    const trade = [id, time + this.#now() - this.#clock.now(), amount, price]
    for (const channel of this.#of(market, 'trades'))
      for (const kind of ['te', 'tu']) this.#send(channel, [kind, trade])
  }

  #subscribe({ channel: kind, symbol, prec, len }: Command): void {
    const asked = { channel: kind, symbol }
    const refuse = (code: number, msg: string): void => this.event('error', { event: 'error', msg, code, ...asked })
    const market = this.#markets.get(String(symbol))
    const known = KINDS.find((one) => one === kind)
    if (!known) return refuse(10_302, 'channel: unknown')
    if (!market) return refuse(10_300, 'symbol: invalid')
    if (known === 'book' && prec !== 'P0') return refuse(10_300, 'prec: invalid')
    if ([...this.#channels.values()].some((one) => one.market === market && one.kind === known))
      return refuse(10_301, 'subscribe: dup')
    if (this.#channels.size >= MAX_CHANNELS) return refuse(10_305, 'channel: limit')
    const length = Number(len ?? 25)
    const id = this.#nextId++
    const channel = { id, kind: known, market, length, told: market.levels(length), sentAt: this.#clock.now() }
    this.#channels.set(channel.id, channel)
    const { pair } = market.pair
    this.event('subscribed', { event: 'subscribed', chanId: channel.id, ...asked, prec, len, pair })
    this.#send(channel, [this.#snapshotOf(channel)])
  }

  #snapshotOf({ kind, market, told }: Channel): unknown {
    const shift = this.#now() - this.#clock.now()
    if (kind === 'book') return told
    if (kind === 'ticker') return market.ticker(this.#now())
    return market.trades
      .slice(-SNAPSHOT_TRADES)
      .toReversed()
      .map(([id, time, amount, price]) => [id, time + shift, amount, price])
  }

  #unsubscribe(id: number): void {
    const isKnown = this.#channels.delete(id)
    if (!isKnown) return this.event('error', { event: 'error', msg: 'unsubscribe: invalid', code: 10_400, chanId: id })
    this.event('unsubscribed', { event: 'unsubscribed', status: 'OK', chanId: id })
  }

  #of(market: Market, kind: Channel['kind']): readonly Channel[] {
    return [...this.#channels.values()].filter((one) => one.market === market && one.kind === kind)
  }

  #beat(): void {
    for (const channel of this.#channels.values())
      if (this.#clock.now() - channel.sentAt >= HEARTBEAT_MS) this.#send(channel, ['hb'])
  }

  #send(channel: Channel, parts: readonly unknown[]): void {
    channel.sentAt = this.#clock.now()
    const sequence = this.#has('sequence') ? [++this.#sequence] : []
    const stamp = this.#has('timestamp') ? [this.#now()] : []
    const name = typeof parts[0] === 'string' ? `${channel.kind} ${parts[0]}` : channel.kind
    this.#socket.send(name, JSON.stringify([channel.id, ...parts, ...sequence, ...stamp]))
  }

  #has(flag: keyof typeof FLAGS): boolean {
    return (this.#flags & FLAGS[flag]) !== 0
  }
}

/** A price that was bid and is asked now is two levels. */
function changesOf(before: readonly Level[], now: readonly Level[]): readonly Level[] {
  const nameOf = ([price, , amount]: Level): string => `${price} ${Math.sign(amount)}`
  const [known, left] = [new Map(before.map((level) => [nameOf(level), level])), new Set(now.map(nameOf))]
  const gone = before.filter((level) => !left.has(nameOf(level)))
  const ends = gone.map(([price, , amount]): Level => [price, 0, Math.sign(amount)])
  return [...ends, ...now.filter((level) => known.get(nameOf(level))?.join() !== level.join())]
}
