import { createRandom } from '@tradeloom/domain'

export interface StationaryOptions {
  readonly draws: number
  /** Probability of each day to start a new block: 1 / mean length. */
  readonly restart: number
  readonly seed: number
}

/** Blocks of days, draw by draw: those of draw k lie from `offsets[k]` to `offsets[k + 1]`. */
export interface StationaryDraws {
  readonly draws: number
  readonly offsets: Uint32Array
  readonly starts: Uint32Array
  /** Exclusive. A block that goes on at the first day ends after the number of days. */
  readonly ends: Uint32Array
}

/** Draws of the stationary bootstrap (Politis and Romano 1994): blocks of random length that wrap around. */
export function stationaryDraws(days: number, { draws, restart, seed }: StationaryOptions): StationaryDraws {
  const random = createRandom(seed)
  const offsets = new Uint32Array(draws + 1)
  const [starts, ends]: [number[], number[]] = [[], []]
  for (let draw = 0; draw < draws; draw++) {
    for (let k = 0; k < days; k++) {
      if (k === 0 || random() < restart) {
        const start = Math.floor(random() * days)
        starts.push(start)
        ends.push(start)
      }
      ends[ends.length - 1]! += 1
    }
    offsets[draw + 1] = starts.length
  }
  return { draws, offsets, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) }
}
