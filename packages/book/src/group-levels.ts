import type { BookLevel } from './order-book.ts'

/** Widths of groups in quote currency, and as multiples of the price tick. */
const WIDTHS = [0.1, 0.5, 1, 2.5, 5, 10, 50]
const MULTIPLES = [1, 5, 10, 25, 50, 100, 500]

export interface BookGrouping {
  /** Width of a group in quote currency, exact as text. */
  readonly width: string
  readonly ticks: number
}

/**
 * The groupings to choose from: fixed widths for prices around 1,000 and above, multiples of the tick below. `tick` is the
 * smallest step of prices, `places` are the decimal places of prices.
 */
export function bookGroupings(price: number, tick: number, places: number): BookGrouping[] {
  const scale = 10 ** places
  const units = Math.round(tick * scale)
  const widths = price >= 1_000 ? WIDTHS.map((width) => Math.round(width * scale)) : MULTIPLES.map((n) => n * units)
  return widths
    .filter((width) => width >= units && width % units === 0 && width < price * scale)
    .map((width) => ({ width: (width / scale).toFixed(places), ticks: width }))
}

/**
 * Levels in groups, best first: bids go down to the lower end of their group and asks up to its upper end, so that no
 * price looks better than it is. Counts in whole ticks of the last decimal place: 61837.7 stays 61837.7 in groups of 0.1,
 * which a division of prices would put into 61837.6.
 */
export function groupLevels(
  levels: readonly BookLevel[],
  { side, ticks, places }: { side: 'bid' | 'ask'; ticks: number; places: number },
): BookLevel[] {
  const scale = 10 ** places
  const groups: { price: number; quantity: number }[] = []
  let last = NaN
  for (const { price, quantity } of levels) {
    const units = Math.round(price * scale)
    const group = side === 'bid' ? Math.floor(units / ticks) * ticks : Math.ceil(units / ticks) * ticks
    const open = groups.at(-1)
    if (group === last && open) open.quantity += quantity
    else groups.push({ price: group / scale, quantity })
    last = group
  }
  return groups
}
