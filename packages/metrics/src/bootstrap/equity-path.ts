import type { Resample } from './block-draws.ts'

/** Statistics of the equity along the returns of each draw. Equity starts at 1. */
export interface EquityPaths {
  readonly growth: Float64Array
  /** Largest fall from a peak, as a fraction of the peak and in multiples of the starting balance. */
  readonly depth: Float64Array
  readonly fall: Float64Array
  /** Sum of the squared fractions below the peak. */
  readonly squares: Float64Array
  /** Longest time below a peak, in periods. */
  readonly longest: Float64Array
}

/** Equity along the drawn returns; the peak starts at the starting balance. */
export function drawnPaths(returns: readonly number[], { draws, blocks, block, starts }: Resample): EquityPaths {
  return walk(returns, { draws, blocks, block, starts })
}

/** Equity along the original returns: one path. */
export function ownPath(returns: readonly number[]): EquityPaths {
  return walk(returns, { draws: 1, blocks: 1, block: returns.length, starts: new Uint32Array(1) })
}

function walk(
  returns: readonly number[],
  { draws, blocks, block, starts }: Pick<Resample, 'draws' | 'blocks' | 'block' | 'starts'>,
): EquityPaths {
  const size = returns.length
  const values = Float64Array.from(returns)
  const make = () => new Float64Array(draws)
  const paths = { growth: make(), depth: make(), fall: make(), squares: make(), longest: make() }
  for (let draw = 0; draw < draws; draw++) {
    let [level, peak, perPeak, peakAt, depth, fall, squares, longest] = [1, 1, 1, 0, 0, 0, 0, 0]
    let from = 0
    for (let at = 0, left = 0; at < size; at++, left--) {
      if (left === 0) {
        from = starts[draw * blocks + at / block] as number
        left = block
      }
      level *= 1 + (values[from] as number)
      from = from + 1 === size ? 0 : from + 1
      if (level >= peak) {
        peak = level
        // Computed per peak, because peaks are rare and division is slow.
        perPeak = 1 / level
        peakAt = at + 1
        continue
      }
      const below = peak - level
      const fraction = below * perPeak
      if (fraction > depth) depth = fraction
      if (below > fall) fall = below
      squares += fraction * fraction
      if (at + 1 - peakAt > longest) longest = at + 1 - peakAt
    }
    paths.growth[draw] = level
    paths.depth[draw] = depth
    paths.fall[draw] = fall
    paths.squares[draw] = squares
    paths.longest[draw] = longest
  }
  return paths
}
