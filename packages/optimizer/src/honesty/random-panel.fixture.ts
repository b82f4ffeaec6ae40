import { createRandom } from '@tradeloom/domain'

export type PanelKind = keyof typeof KINDS

interface PanelSize {
  readonly trials: number
  readonly days: number
}

/**
 * Daily returns of trials without any edge. The first one also earns `edge` deviations of its returns a day, if any.
 */
export function randomPanel(kind: PanelKind, { trials, days }: PanelSize, seed: number, edge = 0) {
  const random = createRandom(seed)
  const returns = new Float64Array(trials * days)
  KINDS[kind](returns, { trials, days }, random)
  const first = returns.subarray(0, days)
  const deviation = Math.sqrt(first.reduce((sum, value) => sum + value * value, 0) / days)
  for (let day = 0; day < days; day++) first[day] = (first[day] as number) + edge * deviation
  return { returns, trials, days }
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

type Fill = (returns: Float64Array, size: PanelSize, random: () => number) => void

const KINDS = {
  /** Long, short or flat at random on one random walk. */
  algorithms: (returns, { trials, days }, random) => {
    const market = Float64Array.from({ length: days }, () => normal(random) / 100)
    for (let trial = 0; trial < trials; trial++) {
      let side = 0
      for (let day = 0; day < days; day++) {
        if (random() < 0.2) side = Math.floor(random() * 3) - 1
        returns[trial * days + day] = side * (market[day] as number)
      }
    }
  },
  /** Half of the trials trade on every tenth day only. */
  'rare trades': (returns, { days }, random) => {
    for (const k of returns.keys()) {
      const isRare = Math.floor(k / days) % 2 === 1
      returns[k] = !isRare || random() < 0.1 ? normal(random) / 100 : 0
    }
  },
  /** Student's t with three degrees of freedom. */
  'heavy tails': (returns, _, random) => {
    for (const k of returns.keys()) {
      const square = (): number => normal(random) ** 2
      returns[k] = normal(random) / Math.sqrt((square() + square() + square()) / 3) / 100
    }
  },
  /** Nineteen small gains for one large loss. */
  'rare losses': (returns, _, random) => {
    for (const k of returns.keys()) returns[k] = ((random() < 0.05 ? -19 : 1) * (0.5 + random())) / 1_000
  },
} satisfies Record<string, Fill>
