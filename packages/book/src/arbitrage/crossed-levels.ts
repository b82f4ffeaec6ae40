/** One side of a book, best first. */
export interface LevelsByRank {
  readonly size: number
  priceAt(rank: number): number
  quantityAt(rank: number): number
}

/** A quantity that one market offers below what another one bids for it. */
export type CrossedLevel = readonly [quantity: number, ask: number, bid: number]

/**
 * What can be bought from the asks of one market and sold to the bids of another at a profit before costs, best first. Bids
 * are multiplied by `rate`, so that both prices are in the currency that is paid.
 */
export function crossedLevels(asks: LevelsByRank, bids: LevelsByRank, rate: number, limit: number): CrossedLevel[] {
  const crossed: CrossedLevel[] = []
  let [rankOfAsk, rankOfBid] = [0, 0]
  let [offered, wanted] = [asks.quantityAt(0), bids.quantityAt(0)]
  while (rankOfAsk < asks.size && rankOfBid < bids.size && crossed.length < limit) {
    const [ask, bid] = [asks.priceAt(rankOfAsk), bids.priceAt(rankOfBid) * rate]
    if (!(bid > ask)) break
    const quantity = Math.min(offered, wanted)
    if (quantity > 0) crossed.push([quantity, ask, bid])
    offered -= quantity
    wanted -= quantity
    if (offered <= 0) offered = asks.quantityAt(++rankOfAsk)
    if (wanted <= 0) wanted = bids.quantityAt(++rankOfBid)
  }
  return crossed
}
