import { createRandom } from '@tradeloom/domain'

export interface StationaryOptions {
  readonly draws: number
  /** Probability of each day to start a new block: 1 / mean length. */
  readonly restart: number
  readonly seed: number
}

/**
 * How often each draw of the stationary bootstrap contains each day, draw by draw (Politis and Romano 1994): blocks of
 * random length that wrap around.
 */
export function stationaryDraws(days: number, { draws, restart, seed }: StationaryOptions): Float64Array {
  const random = createRandom(seed)
  const counts = new Float64Array(draws * days)
  for (let draw = 0; draw < draws; draw++) {
    let day = 0
    for (let k = 0; k < days; k++) {
      day = k === 0 || random() < restart ? Math.floor(random() * days) : (day + 1) % days
      counts[draw * days + day]! += 1
    }
  }
  return counts
}
