import type {
  Position,
  ServerEvent,
  TradingPosition,
  TradingPositionNeighbor,
  TradingPositionWindow,
} from '@tradeloom/contracts'
import type { ChartSpan, PositionSource, PositionWindow } from '../../charts/price-chart/chart-source.ts'
import { socket } from '../../realtime/socket.ts'
import type { SocketClient } from '../../realtime/socket-client.ts'
import { whileSeen } from '../../realtime/while-seen.ts'
import { drawnPosition } from './drawn-position.ts'

/** As many as the server lists at once; a chart that follows the market may get as many again. */
const MAX_LOADED = 500
/** Positions that are too many are counted again at most that often. */
const RECOUNT_MS = 5_000
const DAY_MS = 86_400_000

interface LivePositionsOptions {
  readonly isIncluded: (position: TradingPosition) => boolean
  readonly load: (
    period: { readonly start: string; readonly end: string; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<TradingPositionWindow>
  readonly neighbor: (place: {
    readonly time: number
    readonly direction: 'next' | 'previous'
  }) => Promise<TradingPositionNeighbor>
  readonly stream?: Pick<SocketClient, 'subscribe' | 'onState' | 'state'>
}

/** What is known of a period: its positions, or only how many they are. */
type Kept = ChartSpan & ({ readonly positions: Map<string, Position> } | { readonly count: number })

/** Null for one that was deleted. */
type News = Map<string, TradingPosition | null>

/** Positions of accounts for a chart: loaded once for what is in view, and then kept up to date by events. */
export class LivePositions implements PositionSource {
  readonly isLive = true
  readonly #options: LivePositionsOptions
  readonly #numbers = new Map<string, number>()
  readonly #open = new Set<string>()
  /** What was told while an answer was under way, which may be older. */
  readonly #pending = new Set<News>()
  #kept: Kept | null = null
  #onChange: (() => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: LivePositionsOptions) {
    this.#options = options
  }

  /** The chart begins with the newest prices. */
  first(): Promise<null> {
    return Promise.resolve(null)
  }

  async window(span: ChartSpan, signal: AbortSignal): Promise<PositionWindow> {
    const known = this.#known(span)
    if (known !== null) return known
    const width = span.end - span.start
    const around = await this.#load({ start: span.start - width, end: span.end + width }, signal)
    // There are too many around the view: maybe not in it.
    if ('count' in around) await this.#load(span, signal)
    return this.#known(span) ?? this.window(span, signal)
  }

  async neighbor(time: number, direction: 'next' | 'previous'): Promise<Position | null> {
    const { position } = await this.#options.neighbor({ time: Math.round(time), direction })
    return position && this.#drawn(position)
  }

  follow(onChange: () => void): () => void {
    const { stream = socket } = this.#options
    this.#onChange = onChange
    const stopEvents = whileSeen((isAgain) => {
      // What happened while the page was hidden.
      if (isAgain) this.#forget()
      return stream.subscribe('positions', (event) => this.#take(event))
    })
    const stopState = stream.onState(() => {
      // What closed while the connection was lost is not told.
      if (stream.state === 'open') this.#forget()
    })
    return () => {
      stopEvents()
      stopState()
      clearTimeout(this.#timer)
      this.#onChange = null
      this.#kept = null
    }
  }

  #known(span: ChartSpan): PositionWindow | null {
    const kept = this.#kept
    if (kept === null) return null
    if ('count' in kept) {
      return kept.start === span.start && kept.end === span.end ? { count: kept.count, positions: [] } : null
    }
    if (kept.start > span.start || kept.end < span.end) return null
    const positions = [...kept.positions.values()].filter(
      ({ openTime, closeTime }) => openTime < span.end && (closeTime ?? Infinity) >= span.start,
    )
    return { count: positions.length, positions }
  }

  async #load({ start, end }: ChartSpan, signal: AbortSignal): Promise<Kept> {
    // A period that reaches until now goes on: what opens later is told.
    const now = Date.now()
    const isOpenEnded = end >= now
    const until = isOpenEnded ? Math.max(end, now + DAY_MS) : end
    const news: News = new Map()
    this.#pending.add(news)
    try {
      const period = { start: new Date(start).toISOString(), end: new Date(until).toISOString(), limit: MAX_LOADED }
      const { count, positions } = await this.#options.load(period, signal)
      const kept: Kept =
        count > positions.length
          ? { start, end, count }
          : {
              start,
              end: isOpenEnded && this.#onChange !== null ? Infinity : end,
              positions: new Map(positions.map((position) => [position.id, this.#drawn(position)])),
            }
      this.#kept = kept
      for (const [id, position] of news) this.#put(id, position)
      return kept
    } finally {
      this.#pending.delete(news)
    }
  }

  #take({ event, data }: ServerEvent): void {
    if (event === 'missed') return this.#forget()
    if (event === 'position-deleted') return this.#tell(data.id, null)
    if (event === 'position-update' && this.#options.isIncluded(data)) this.#tell(data.id, data)
  }

  #tell(id: string, position: TradingPosition | null): void {
    for (const news of this.#pending) news.set(id, position)
    if (this.#put(id, position)) this.#onChange?.()
  }

  /** Whether a chart would show something else. */
  #put(id: string, position: TradingPosition | null): boolean {
    const isOpen = position?.status === 'OPEN'
    const isNews = !isOpen || !this.#open.has(id)
    if (isOpen) this.#open.add(id)
    else this.#open.delete(id)
    const kept = this.#kept
    if (kept === null) return false
    if ('count' in kept) {
      if (isNews) this.#recountSoon()
      return false
    }
    if (position === null) return kept.positions.delete(id)
    const before = kept.positions.get(id)
    const drawn = this.#drawn(position)
    if (before !== undefined && isSame(before, drawn)) return false
    kept.positions.set(id, drawn)
    if (kept.positions.size > 2 * MAX_LOADED) this.#kept = null
    return true
  }

  #recountSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      if (this.#kept !== null && 'count' in this.#kept) this.#forget()
    }, RECOUNT_MS)
  }

  #forget(): void {
    this.#kept = null
    this.#onChange?.()
  }

  #drawn(position: TradingPosition): Position {
    const number = this.#numbers.get(position.id) ?? this.#numbers.size
    this.#numbers.set(position.id, number)
    return drawnPosition(position, number)
  }
}

/** Prices change the profit of an open position, which no chart draws. */
function isSame(one: Position, other: Position): boolean {
  return (['status', 'openPrice', 'closePrice', 'stopLoss', 'takeProfit', 'quantity'] as const).every(
    (part) => one[part] === other[part],
  )
}
