import { type ListedInstrument, peggedCurrency } from '@tradeloom/domain'
import type { PositionRow } from '@tradeloom/database'
import type { TickSource } from './tick-source.ts'

export interface LivePrice {
  readonly bid: number
  readonly ask: number
  /** Milliseconds since its stream last said anything. */
  readonly age: number
  readonly sequence: number
  readonly time: number
  readonly receivedAt: number
}

export interface ValuationParts {
  readonly ticks: TickSource
  readonly listings: () => Promise<readonly ListedInstrument[]>
  readonly now: () => number
}

/** Values positions at the newest prices. */
export class Valuation {
  readonly #parts: ValuationParts

  constructor(parts: ValuationParts) {
    this.#parts = parts
  }

  async instrument(id: string): Promise<ListedInstrument | null> {
    return (await this.#parts.listings()).find((one) => one.id === id) ?? null
  }

  /** As people read it, `EUR/USD`; as it is named where no venue lists it any longer. */
  async symbol(instrumentId: string): Promise<string> {
    const listed = await this.instrument(instrumentId)
    return listed?.displaySymbol ?? instrumentId.split(':')[0] ?? ''
  }

  /** The server's own newest price. */
  async price(instrumentId: string): Promise<LivePrice | null> {
    const { ticks, now } = this.#parts
    const last = await ticks.last(instrumentId)
    if (!last) return null
    const heardAt = (await ticks.heardAt(instrumentId)) ?? last.receivedAt
    const { bid, ask, sequence, time, receivedAt } = last
    return { bid, ask, sequence, time, receivedAt, age: Math.max(0, now() - heardAt) }
  }

  /** Account currency for one unit of the quote currency, at mid prices; NaN if no prices connect them. */
  async rate(instrument: ListedInstrument, currency: string): Promise<number> {
    const from = peggedCurrency(instrument.quote)
    const to = peggedCurrency(currency)
    if (from === to) return 1
    const listings = (await this.#parts.listings()).filter(({ broker }) => broker === instrument.broker)
    // The traded market itself first: USD/JPY in a USD account needs no other. Money is converted at the same venue.
    for (const one of [instrument, ...listings]) {
      const [dealt, quote] = [peggedCurrency(one.dealt), peggedCurrency(one.quote)]
      const isDirect = dealt === from && quote === to
      if (!isDirect && !(dealt === to && quote === from)) continue
      const price = await this.price(one.id)
      if (!price) continue
      const mid = (price.bid + price.ask) / 2
      return isDirect ? mid : 1 / mid
    }
    return NaN
  }

  /** Profit and pips of an open position now; what was known last without a price. */
  async valueOf(position: PositionRow, currency: string): Promise<ValuedPosition> {
    const instrument = await this.instrument(position.instrumentId)
    const price = instrument ? await this.price(instrument.id) : null
    const { profit, pips, usedMargin } = position
    const known = { profit, pips, usedMargin, unrealised: 0, price: null }
    if (!instrument || !price || position.status === 'CLOSED') return { ...known, instrument }
    const rate = await this.rate(instrument, currency)
    if (!Number.isFinite(rate)) return { ...known, instrument }
    const isLong = position.direction === 'LONG'
    const at = isLong ? price.bid : price.ask
    const move = isLong ? at - position.openPrice : position.openPrice - at
    const unrealised = move * position.quantity * rate
    const marginRate = instrument.marginRatios[currency] ?? instrument.marginRate
    return {
      instrument,
      price: at,
      profit: position.profit + unrealised,
      pips: Math.round((move / instrument.pipSize) * 10) / 10,
      usedMargin: position.quantity * ((price.bid + price.ask) / 2) * rate * marginRate,
      unrealised,
    }
  }
}

export interface ValuedPosition {
  /** Null if no venue lists it any longer. */
  readonly instrument: ListedInstrument | null
  /** At which it would be closed now; null if that is not known. */
  readonly price: number | null
  /** After costs, at the newest price. */
  readonly profit: number
  readonly pips: number
  readonly usedMargin: number
  /** Before costs. */
  readonly unrealised: number
}
