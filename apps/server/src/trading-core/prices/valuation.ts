import { type ContractTerms, type ListedInstrument, peggedCurrency, tradedAt } from '@tradeloom/domain'
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
  /** Of an account, where they are not those of the instruments; none if omitted. */
  readonly termsOf?: (accountId: string) => Promise<readonly ContractTerms[]>
}

/** `rate`: null while there is no price; `age`: of that, milliseconds. */
export interface Conversion {
  readonly instrumentId: string | null
  readonly rate: number | null
  readonly age: number | null
}

/** Values positions at the newest prices. */
export class Valuation {
  readonly #parts: ValuationParts

  constructor(parts: ValuationParts) {
    this.#parts = parts
  }

  /** For one decision: what venues list is read now, and each price once, so that it waits for no connection in between. */
  async still(): Promise<Valuation> {
    const listings = await this.#parts.listings()
    return new Valuation({ ...this.#parts, listings: async () => listings, ticks: readOnce(this.#parts.ticks) })
  }

  async instrument(id: string): Promise<ListedInstrument | null> {
    return (await this.#parts.listings()).find((one) => one.id === id) ?? null
  }

  /** An instrument with the margin that an account needs for it. */
  async tradedBy(accountId: string, instrument: ListedInstrument): Promise<ListedInstrument> {
    return tradedAt(instrument, await this.terms(accountId))
  }

  async terms(accountId: string): Promise<readonly ContractTerms[]> {
    return (await this.#parts.termsOf?.(accountId)) ?? []
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

  /** Bid and ask now, or the last ones by a time, UTC milliseconds. */
  async #quote(instrumentId: string, at: number | null): Promise<Pick<LivePrice, 'bid' | 'ask'> | null> {
    if (at === null) return this.price(instrumentId)
    const { ticks } = this.#parts
    const sequence = (await ticks.sequenceAt(instrumentId, at + 1)) - 1
    const [row] = sequence < 0 ? [] : await ticks.read(instrumentId, sequence, 1)
    return row?.sequence === sequence ? row : null
  }

  /** Account currency for one unit of the quote currency, at mid prices; NaN if no prices connect them. */
  async rate(instrument: ListedInstrument, currency: string, at: number | null = null): Promise<number> {
    const from = peggedCurrency(instrument.quote)
    const to = peggedCurrency(currency)
    if (from === to) return 1
    const listings = (await this.#parts.listings()).filter(({ broker }) => broker === instrument.broker)
    // The traded market itself first: USD/JPY in a USD account needs no other. Money is converted at the same venue.
    for (const one of [instrument, ...listings]) {
      const [dealt, quote] = [peggedCurrency(one.dealt), peggedCurrency(one.quote)]
      const isDirect = dealt === from && quote === to
      if (!isDirect && !(dealt === to && quote === from)) continue
      const price = await this.#quote(one.id, at)
      if (!price) continue
      const mid = (price.bid + price.ask) / 2
      return isDirect ? mid : 1 / mid
    }
    return NaN
  }

  /** One unit of a currency in another one, by a market of a venue, or else of any; null where none trades both. */
  async conversion(from: string, to: string, venue: string): Promise<Conversion | null> {
    const [dealt, quote] = [peggedCurrency(from), peggedCurrency(to)]
    if (dealt === quote) return { instrumentId: null, rate: 1, age: null }
    const isPair = (one: ListedInstrument, a: string, b: string): boolean =>
      peggedCurrency(one.dealt) === a && peggedCurrency(one.quote) === b
    const pairs = (await this.#parts.listings()).filter(
      (one) => one.contract === 'spot' && (isPair(one, dealt, quote) || isPair(one, quote, dealt)),
    )
    const [pair] = pairs.toSorted((a, b) => Number(b.broker === venue) - Number(a.broker === venue))
    if (!pair) return null
    const price = await this.price(pair.id)
    if (!price) return { instrumentId: pair.id, rate: null, age: null }
    const mid = (price.bid + price.ask) / 2
    return { instrumentId: pair.id, rate: isPair(pair, dealt, quote) ? mid : 1 / mid, age: price.age }
  }

  /** Profit, pips and costs of an open position now, or at a time; what was known last without a price. */
  async valueOf(position: PositionRow, currency: string, at: number | null = null): Promise<ValuedPosition> {
    const listed = await this.instrument(position.instrumentId)
    const instrument = listed && (await this.tradedBy(position.accountId, listed))
    const { profit, pips, usedMargin, spreadCost, slippageCost } = position
    const known = { profit, pips, usedMargin, spreadCost, slippageCost, unrealised: 0, price: null }
    if (!instrument || position.status === 'CLOSED') return { ...known, instrument }
    const quote = await this.#quote(instrument.id, at)
    const rate = quote ? await this.rate(instrument, currency, at) : NaN
    if (!quote || !Number.isFinite(rate)) return { ...known, instrument }
    const { quantity, openPrice, openHalfSpread, openSlippage, direction } = position
    const price = direction === 'LONG' ? quote.bid : quote.ask
    const move = direction === 'LONG' ? price - openPrice : openPrice - price
    const unrealised = move * quantity * rate
    const marginRate = instrument.marginRatios[currency] ?? instrument.marginRate
    return {
      instrument,
      price,
      profit: profit + unrealised,
      pips: Math.round((move / instrument.pipSize) * 10) / 10,
      usedMargin: quantity * ((quote.bid + quote.ask) / 2) * rate * marginRate,
      spreadCost: (openHalfSpread + (quote.ask - quote.bid) / 2) * quantity * rate,
      slippageCost: openSlippage * quantity * rate,
      unrealised,
    }
  }
}

export interface ValuedPosition {
  /** Null if no venue lists it any longer. */
  readonly instrument: ListedInstrument | null
  /** At which it would be closed; null if that is not known. */
  readonly price: number | null
  /** Net of all costs, at the price. */
  readonly profit: number
  readonly pips: number
  readonly usedMargin: number
  readonly spreadCost: number
  readonly slippageCost: number
  /** Before commission, swap and funding. */
  readonly unrealised: number
}

function readOnce(ticks: TickSource): TickSource {
  const once = <Value>(read: (id: string) => Promise<Value>) => {
    const found = new Map<string, Promise<Value>>()
    return (id: string): Promise<Value> => {
      const value = found.get(id) ?? read(id)
      found.set(id, value)
      return value
    }
  }
  return {
    last: once((id) => ticks.last(id)),
    heardAt: once((id) => ticks.heardAt(id)),
    read: (id, from, max) => ticks.read(id, from, max),
    sequenceAt: (id, time) => ticks.sequenceAt(id, time),
  }
}
