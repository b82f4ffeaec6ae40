import { conversionPaths, type ConversionPath } from '@tradeloom/book'
import type { LiveCurrency } from '@tradeloom/contracts'
import { CURRENCIES, type ListedInstrument, shownCurrency } from '@tradeloom/domain'
import { isTraded, toConversion } from './compared-markets.ts'
import { HeldRate } from './held-rate.ts'
import type { Lease, LiveLegs } from './live-legs.ts'

const TELL_MS = 1_000
/** Ways to the dollar that are followed. */
const WAYS = 4
const DOLLAR = 'USD'
/** Stablecoins that count as dollars, as everywhere. */
const PEGGED = CURRENCIES.filter(({ peg }) => peg === DOLLAR).map(({ code }) => code)

interface WayToDollar {
  readonly path: ConversionPath
  readonly pegged: string | null
}

interface LiveCurrencyDeps {
  readonly legs: LiveLegs
  readonly listings: () => Promise<readonly ListedInstrument[]>
  readonly failed: (error: unknown) => void
}

/** What a currency is worth in dollars, while somebody listens. */
export class CurrencyWatch implements Lease {
  readonly #symbol: string
  readonly #timer: NodeJS.Timeout
  #listed: ReadonlyMap<string, ListedInstrument> = new Map()
  #rate: HeldRate<WayToDollar> | null = null
  #isEnded = false

  constructor({ legs, listings, failed }: LiveCurrencyDeps, symbol: string, tell: (currency: LiveCurrency) => void) {
    this.#symbol = shownCurrency(symbol)
    this.#timer = setInterval(() => tell(this.now()), TELL_MS)
    this.#timer.unref()
    const begin = async (): Promise<void> => {
      const listed = await listings()
      if (this.#isEnded) return
      this.#listed = new Map(listed.map((one) => [one.id, one]))
      this.#rate = new HeldRate(legs, waysToDollar(this.#symbol, listed))
    }
    begin().catch(failed)
  }

  release(): void {
    this.#isEnded = true
    clearInterval(this.#timer)
    this.#rate?.release()
  }

  now(): LiveCurrency {
    const symbol = this.#symbol
    const found = this.#rate?.best() ?? null
    if (found === null) {
      const note = 'Conversion instruments not found'
      return { symbol, price: null, path: [], pegged: null, age: null, simulated: false, note }
    }
    const path = found.way.path.map(({ instrumentId }) => instrumentId)
    const simulated = path.some((id) => this.#listed.get(id)?.simulated)
    const price = Number(found.rate.toPrecision(12))
    return { symbol, price, path, pegged: found.way.pegged, age: Math.round(found.age), simulated, note: null }
  }
}

/** To real dollars first, and to a stablecoin where no market leads to them. */
function waysToDollar(symbol: string, listed: readonly ListedInstrument[]): WayToDollar[] {
  const markets = listed
    .filter((one) => isTraded(one) && one.contract === 'spot')
    .toSorted((a, b) => Number(a.simulated) - Number(b.simulated))
    .map(toConversion)
  return [null, ...PEGGED].flatMap((pegged) =>
    conversionPaths(symbol, pegged ?? DOLLAR, markets, WAYS).map((path) => ({ path, pegged })),
  )
}
