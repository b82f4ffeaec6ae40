import type { Account as AccountView, Bar, Instrument } from '@tradeloom/domain'

import type { Account } from '../account/account.ts'
import type { MarketPositions } from '../account/market-positions.ts'
import type { OpenPosition } from '../positions/open-position.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import type { OrderRegistry } from '../account/order-registry.ts'
import type { BarsSource } from './script-observer.ts'
import type { ScriptOrder, WorkingOrder } from '../orders/working-order.ts'
import { freezeView } from './freeze-view.ts'
import { offerSeries } from './series-of.ts'
import { type ScriptPosition, scriptPosition } from '../account/script-position.ts'

/** `bars(interval)` as scripts see it. */
export class ScriptBars {
  readonly #bars: BarsSource

  constructor(bars: IntervalBars, source: BarsSource, requestWarmup: (count: number) => void) {
    this.#bars = source
    // Starts keeping history.
    const { close } = bars.history
    offerSeries(this, { finished: () => close.last, forming: () => bars.forming()?.close ?? close.last, requestWarmup })
  }

  get interval(): IntervalBars['interval'] {
    return this.#bars.interval
  }

  get count(): number {
    return this.#bars.history.time.count
  }

  get forming(): Bar | null {
    return this.#bars.forming()
  }

  time(k = 0): number {
    return this.#bars.history.time.at(k)
  }

  open(k = 0): number {
    return this.#bars.history.open.at(k)
  }

  high(k = 0): number {
    return this.#bars.history.high.at(k)
  }

  low(k = 0): number {
    return this.#bars.history.low.at(k)
  }

  close(k = 0): number {
    return this.#bars.history.close.at(k)
  }

  volume(k = 0): number {
    return this.#bars.history.volume.at(k)
  }

  at(k = 0): Bar | null {
    return this.#bars.history.at(k)
  }
}

export class ScriptAccount implements AccountView {
  readonly #account: Account
  readonly #currency: string

  constructor(account: Account, currency: string) {
    this.#account = account
    this.#currency = currency
  }

  get currency(): string {
    return this.#currency
  }

  get initialBalance(): number {
    return this.#account.initialBalance
  }

  get balance(): number {
    return this.#account.balance
  }

  get equity(): number {
    return this.#account.equity()
  }

  get unrealizedProfit(): number {
    return this.#account.unrealized()
  }

  get marginUsed(): number {
    return this.#account.marginUsed()
  }

  get marginAvailable(): number {
    return this.equity - this.marginUsed
  }

  get marginCall(): boolean {
    return this.marginUsed > 0 && this.marginUsed >= this.equity
  }

  get closeoutPercent(): number {
    const { marginUsed, equity } = this
    return marginUsed === 0 ? 0 : equity > 0 ? (marginUsed / 2 / equity) * 100 : Infinity
  }
}

/** The open positions of one market. */
export class ScriptPositions {
  readonly #positions: MarketPositions

  constructor(positions: MarketPositions) {
    this.#positions = positions
  }

  get count(): number {
    return this.#positions.openCount
  }

  get longCount(): number {
    return this.#positions.longCount
  }

  get shortCount(): number {
    return this.#positions.openCount - this.#positions.longCount
  }

  get netQuantity(): number {
    return this.#positions.longQuantity - this.#positions.shortQuantity
  }

  all(): ScriptPosition[] {
    return [...this.#positions.open.values()].map((position) => this.#view(position))
  }

  get(id: number): ScriptPosition | null {
    const position = this.#positions.open.get(id)
    return position ? this.#view(position) : null
  }

  #view(position: OpenPosition): ScriptPosition {
    return scriptPosition(this.#positions.view(position), position)
  }

  [Symbol.iterator](): Iterator<ScriptPosition> {
    return this.all()[Symbol.iterator]()
  }
}

/** The working orders of one market. */
export class ScriptOrders {
  readonly #waiting: ReadonlyMap<number, WorkingOrder>

  constructor(registry: OrderRegistry, market: number) {
    this.#waiting = registry.waiting[market] as Map<number, WorkingOrder>
  }

  get count(): number {
    return this.#waiting.size
  }

  all(): ScriptOrder[] {
    return [...this.#waiting.values()].map((order) => order.record())
  }

  get(id: number): ScriptOrder | null {
    return this.#waiting.get(id)?.record() ?? null
  }

  [Symbol.iterator](): Iterator<ScriptOrder> {
    return this.all()[Symbol.iterator]()
  }
}

for (const view of [ScriptBars, ScriptAccount, ScriptPositions, ScriptOrders]) freezeView(view)

/** A frozen copy without fields that scripts do not need. */
export function scriptInstrument(instrument: Instrument): Readonly<Record<string, unknown>> {
  const { id, symbol, broker, displaySymbol, product, dealt, quote, precision, pipSize } = instrument
  const { lotSize, minQuantity, maxQuantity, marginRate } = instrument
  return Object.freeze({
    id,
    symbol,
    broker,
    displaySymbol,
    product,
    dealt,
    quote,
    precision,
    pipSize,
    lotSize,
    minQuantity,
    maxQuantity,
    marginRate,
  })
}
