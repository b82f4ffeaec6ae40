import type { OptimizationMonteCarlo } from '@tradeloom/contracts'
import type { CompactResult } from '@tradeloom/engine'
import { dailyGrid } from '@tradeloom/metrics'
import {
  drawdownInOrder,
  equityBands,
  type Permuted,
  sharesOfBalance,
  shuffledDrawdowns,
  steadierStake,
} from '@tradeloom/optimizer'

export type Study = Pick<OptimizationMonteCarlo, 'draws' | 'blocks' | 'orderDrawdowns'>

const LEVELS = [0.05, 0.25, 0.5, 0.75, 0.95]
const DRAWS = 2_000
const SEED = 20

/** What could have happened in another order of days, or of positions. */
export function studyOf({ basis, days, positions }: CompactResult): Study {
  const { initialBalance } = basis
  const grid = dailyGrid({ ...basis, days })
  // The returns of a ruined account would mean nothing.
  const found = basis.ruined ? null : equityBands(grid.returns, LEVELS)
  const [p5 = [], p25 = [], p50 = [], p75 = [], p95 = []] = (found?.bands ?? []).map(({ equity }) =>
    equity.map((multiple) => multiple * initialBalance),
  )
  const ends = (found?.days ?? []).map((count) => count - 1)
  const blocks = found && {
    times: ends.map((day) => grid.time[day] as number),
    actual: ends.map((day) => grid.equity[day] as number),
    p5,
    p25,
    p50,
    p75,
    p95,
  }
  return { draws: DRAWS, blocks, orderDrawdowns: orderDrawdownsOf(positions, initialBalance) }
}

/** Null for fewer than two positions, which have no other order. */
function orderDrawdownsOf(positions: CompactResult['positions'], initialBalance: number): Study['orderDrawdowns'] {
  const rows = Array.from(positions.closeTime, (_, row) => row).filter((row) => positions.closeReason[row] !== 0)
  rows.sort((a, b) => (positions.closeTime[a] as number) - (positions.closeTime[b] as number) || a - b)
  if (rows.length < 2) return null
  const column = (name: keyof CompactResult['positions']) => rows.map((row) => positions[name][row] as number)
  const profits = column('profit')
  const shares = sharesOfBalance(profits, initialBalance)
  const [instrument, quantity] = [column('instrument'), column('quantity')]
  const [notional, equityAtEntry] = [column('notional'), column('equityAtEntry')]
  return {
    permuted: shares === null ? 'money' : steadierStake({ instrument, quantity, notional, equityAtEntry }),
    money: drawdownsOf(profits, initialBalance, 'money'),
    share: shares && drawdownsOf(shares, initialBalance, 'share'),
  }
}

/** In percent. */
function drawdownsOf(profits: ArrayLike<number>, initialBalance: number, permuted: Permuted) {
  const drawdowns = shuffledDrawdowns(profits, { initialBalance, permuted, draws: DRAWS, seed: SEED })
  const percentAt = (share: number) => (drawdowns[Math.floor(share * (DRAWS - 1))] as number) * 100
  const actual = drawdownInOrder(profits, initialBalance, permuted) * 100
  const ruined = drawdowns.filter((depth) => depth === 1).length
  return { actual, p50: percentAt(0.5), p95: percentAt(0.95), worst: percentAt(1), ruined }
}
