import { type ArbitrageList, MAX_ARBITRAGE_PAIRS } from '@tradeloom/contracts'
import { type ListedInstrument, shownCurrency } from '@tradeloom/domain'
import { type ComparedMarkets, type ComparedPair, compareMarkets, waysBetween } from './compared-markets.ts'
import { type Conversion, comparedPair, type LegNow, legNow } from './compared-pair.ts'
import { HeldRate } from './held-rate.ts'
import { holdLeg, type Lease, type LiveLegs } from './live-legs.ts'

const LOOK_MS = 100
/** What is listed and which markets are open changes rarely. */
const READ_MS = 10_000

export interface ArbitrageScanDeps {
  readonly legs: LiveLegs
  readonly listings: () => Promise<readonly ListedInstrument[]>
  readonly now: () => number
  readonly failed: (error: unknown) => void
}

type Rates = ReadonlyMap<string, HeldRate<ReturnType<typeof waysBetween>[number]>>

/** One of the pairs as it was last computed, which is right until one of its stamps changes. */
interface KnownPair {
  readonly stamp: string
  readonly pair: ArbitrageList['pairs'][number]
}

/** Compares markets with each other while somebody listens. */
export class ArbitrageScan implements Lease {
  readonly #deps: ArbitrageScanDeps
  readonly #idsOf: (listed: readonly ListedInstrument[]) => readonly string[]
  readonly #tell: (list: ArbitrageList) => void
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #known = new Map<ComparedPair, KnownPair>()
  #listed: readonly ListedInstrument[] = []
  #compared: ComparedMarkets = { markets: [], pairs: [], notes: [] }
  #rates: Rates = new Map()
  #leases: readonly Lease[] = []
  #told = ''
  /** Once it is known what can be compared. */
  readonly ready: Promise<void>
  #isEnded = false

  constructor(
    deps: ArbitrageScanDeps,
    idsOf: (listed: readonly ListedInstrument[]) => readonly string[],
    tell: (list: ArbitrageList) => void,
  ) {
    this.#deps = deps
    this.#idsOf = idsOf
    this.#tell = tell
    this.#timers = [setInterval(() => this.look(), LOOK_MS), setInterval(() => void this.read(), READ_MS)]
    for (const timer of this.#timers) timer.unref()
    this.ready = this.read()
  }

  release(): void {
    this.#isEnded = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const lease of this.#leases) lease.release()
  }

  /** Takes over what is listed now. */
  async read(): Promise<void> {
    const { legs, listings, failed } = this.#deps
    try {
      const listed = await listings()
      if (this.#isEnded || listed === this.#listed) return
      this.#listed = listed
      const before = this.#leases
      this.#compared = compareMarkets(this.#idsOf(listed), listed)
      const { markets, pairs } = this.#compared
      const converted = new Map(pairs.map((pair) => [currenciesOf(pair), pair]))
      converted.delete(null)
      this.#rates = new Map(
        Array.from(converted, ([key, pair]) => [key ?? '', new HeldRate(legs, waysBetween(pair, listed))]),
      )
      this.#leases = [...markets.map(({ id, hasDepth }) => holdLeg(legs, id, hasDepth)), ...this.#rates.values()]
      this.#known.clear()
      // Later than the new ones: what both want never ends.
      for (const lease of before) lease.release()
      this.look()
    } catch (error) {
      failed(error)
    }
  }

  /** The list as it is now; told if anybody has said anything since it was told. */
  look(): ArbitrageList {
    const { legs, now } = this.#deps
    const { markets, notes } = this.#compared
    const at = now()
    const legsNow = new Map(markets.map((one) => [one.id, legNow(legs, one, at)]))
    const silent = markets.map(({ id }) => id).filter((id) => legsNow.get(id) === null)
    const { pairs, unconverted } = this.#pairsNow(legsNow)
    const list: ArbitrageList = {
      pairs,
      notes: [
        ...notes,
        ...(silent.length > 0 ? [{ instrumentIds: silent, text: 'No price yet' }] : []),
        ...unconverted.map((instrumentIds) => ({ instrumentIds, text: 'Conversion instruments not found' })),
      ],
    }
    const heard = markets.map(({ id }) => `${Math.round(at - (legsNow.get(id)?.age ?? at))}`).join()
    const told = `${heard} ${list.notes.length} ${markets.length}`
    if (told !== this.#told && !this.#isEnded) this.#tell(list)
    this.#told = told
    return list
  }

  #pairsNow(legsNow: ReadonlyMap<string, LegNow | null>) {
    const rates = new Map([...this.#rates].map(([key, rate]) => [key, conversionOf(rate)]))
    const unconverted: string[][] = []
    const found: { readonly of: ComparedPair; readonly sell: LegNow; readonly buy: LegNow; readonly gain: number }[] =
      []
    for (const of of this.#compared.pairs) {
      const [sell, buy] = [legsNow.get(of.sell.id), legsNow.get(of.buy.id)]
      if (!sell || !buy) continue
      const key = currenciesOf(of)
      const rate = key === null ? 1 : rates.get(key)?.rate
      if (rate === undefined) unconverted.push([of.sell.id, of.buy.id])
      else found.push({ of, sell, buy, gain: (sell.bid * rate) / buy.ask })
    }
    const best = found.toSorted((a, b) => b.gain - a.gain).slice(0, MAX_ARBITRAGE_PAIRS)
    const pairs = best.map(({ of, sell, buy }) => {
      const key = currenciesOf(of)
      return this.#pairNow(of, sell, buy, key === null ? null : (rates.get(key) ?? null))
    })
    return { pairs, unconverted: unconverted.slice(0, MAX_ARBITRAGE_PAIRS) }
  }

  /** Both books are walked again only if one of them, or a price, is another one. */
  #pairNow(of: ComparedPair, sell: LegNow, buy: LegNow, conversion: Conversion | null): ArbitrageList['pairs'][number] {
    const stamp = `${sell.stamp} ${buy.stamp} ${conversion?.rate ?? ''}`
    const known = this.#known.get(of)
    if (known?.stamp === stamp) {
      return { ...known.pair, age: Math.max(sell.age, buy.age, conversion?.age ?? 0) }
    }
    const pair = comparedPair(sell, buy, conversion)
    this.#known.set(of, { stamp, pair })
    return pair
  }
}

/** Pairs with the same key are converted alike; null if both are paid in the same currency. */
function currenciesOf({ sell, buy }: ComparedPair): string | null {
  const [from, to, compared] = [sell.quote, buy.quote, buy.dealt].map(shownCurrency)
  return from === to ? null : `${compared} ${from} ${to} ${sell.broker} ${buy.broker}`
}

function conversionOf(rate: HeldRate<ReturnType<typeof waysBetween>[number]>): Conversion | undefined {
  const found = rate.best()
  if (found === null) return undefined
  const { fee, path } = found.way
  return { rate: found.rate, fee, age: Math.round(found.age), path: path.map(({ instrumentId }) => instrumentId) }
}
