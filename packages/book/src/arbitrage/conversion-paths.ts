/** A market as a rate between the currency that is traded and the one that is paid. */
export interface ConversionMarket {
  readonly id: string
  readonly dealt: string
  readonly quote: string
}

/** One exchange of money: selling into the quote currency of a market, or buying with it (`isInverse`). */
export interface ConversionStep {
  readonly instrumentId: string
  readonly isInverse: boolean
}

export type ConversionPath = readonly ConversionStep[]

interface Edge extends ConversionStep {
  readonly to: string
}

/**
 * The ways from one currency to another over at most two markets, direct ones first, and at most so many; the order of the
 * markets decides between equal ones. An empty path if there is nothing to convert.
 */
export function conversionPaths(
  from: string,
  to: string,
  markets: readonly ConversionMarket[],
  limit: number,
): ConversionPath[] {
  if (from === to) return [[]]
  const edges = edgesOf(markets)
  const first = edges.get(from) ?? []
  const direct = first.filter((edge) => edge.to === to).map((edge) => [stepOf(edge)])
  if (direct.length >= limit) return direct.slice(0, limit)
  const over = first
    .filter((edge) => edge.to !== to)
    .flatMap((edge) =>
      (edges.get(edge.to) ?? []).filter((next) => next.to === to).map((next) => [stepOf(edge), stepOf(next)]),
    )
  return [...direct, ...over].slice(0, limit)
}

/** What one unit brings at the prices of a path: each step pays its spread. */
export function rateOfPath(
  path: ConversionPath,
  priceOf: (instrumentId: string) => { readonly bid: number; readonly ask: number } | null,
): number | null {
  let rate = 1
  for (const { instrumentId, isInverse } of path) {
    const price = priceOf(instrumentId)
    if (price === null) return null
    rate *= isInverse ? 1 / price.ask : price.bid
  }
  return rate
}

/** Both directions of each market, by the currency that is given away. */
function edgesOf(markets: readonly ConversionMarket[]): ReadonlyMap<string, readonly Edge[]> {
  const edges = new Map<string, Edge[]>()
  const add = (from: string, edge: Edge): void => {
    const known = edges.get(from)
    if (known) known.push(edge)
    else edges.set(from, [edge])
  }
  for (const { id: instrumentId, dealt, quote } of markets) {
    add(dealt, { instrumentId, isInverse: false, to: quote })
    add(quote, { instrumentId, isInverse: true, to: dealt })
  }
  return edges
}

function stepOf({ instrumentId, isInverse }: Edge): ConversionStep {
  return { instrumentId, isInverse }
}
