import type { ReturnsPanel } from './returns-panel.ts'
import type { StationaryDraws } from './stationary-draws.ts'

/** A statistic of a draw: the largest of sqrt(n) · (drawn mean - center) / scale over all trials, at least `floor`. */
export interface MaximumStatistic {
  /** Infinite for a trial that is left out. */
  readonly centers: Float64Array
  /** `own`: the deviation of the drawn days, without regard to their order. */
  readonly scales: Float64Array | 'one' | 'own'
  readonly floor: number
}

/**
 * For each statistic its value in every draw. All trials have the same blocks. A block's sum is the difference of two
 * running sums, so a draw costs as many steps as it has blocks, not days.
 */
export function bootstrapMaxima(
  { returns, days }: ReturnsPanel,
  places: Uint32Array,
  drawn: StationaryDraws,
  statistics: readonly MaximumStatistic[],
): Float64Array[] {
  const maxima = statistics.map(({ floor }) => new Float64Array(drawn.draws).fill(floor))
  const row = createRow(days, drawn.draws)
  const root = Math.sqrt(days)
  for (let k = 0; k < places.length; k++) {
    const from = (places[k] as number) * days
    const mean = readRow(row, returns.subarray(from, from + days))
    drawRow(row, drawn)
    for (const [s, { centers, scales }] of statistics.entries()) {
      const shift = mean - (centers[k] as number)
      const factor = typeof scales === 'string' ? root : root / (scales[k] as number)
      const maximum = maxima[s] as Float64Array
      for (let draw = 0; draw < drawn.draws; draw++) {
        const scaled = ((row.moves[draw] as number) + shift) * factor
        const value = scales === 'own' ? scaled / (row.deviations[draw] as number) : scaled
        if (value > (maximum[draw] as number)) maximum[draw] = value
      }
    }
  }
  return maxima
}

/** Work space for one trial at a time. */
interface Row {
  readonly days: number
  /** Running sums of the distances from the mean and of their squares, over two rounds: blocks wrap around. */
  readonly sums: Float64Array
  readonly squares: Float64Array
  /** Mean of each draw minus that of the trial, and standard deviation of each draw. */
  readonly moves: Float64Array
  readonly deviations: Float64Array
}

function createRow(days: number, draws: number): Row {
  const [sums, squares] = [new Float64Array(2 * days + 1), new Float64Array(2 * days + 1)]
  return { days, sums, squares, moves: new Float64Array(draws), deviations: new Float64Array(draws) }
}

function readRow({ days, sums, squares }: Row, values: Float64Array | Float32Array): number {
  let sum = 0
  for (let day = 0; day < days; day++) sum += values[day] as number
  const mean = sum / days
  for (let round = 0; round < 2; round++) {
    for (let day = 0; day < days; day++) {
      const at = round * days + day
      const distance = (values[day] as number) - mean
      sums[at + 1] = (sums[at] as number) + distance
      squares[at + 1] = (squares[at] as number) + distance * distance
    }
  }
  return mean
}

/** The inner loop of all draws. */
function drawRow({ days, sums, squares, moves, deviations }: Row, { draws, offsets, starts, ends }: StationaryDraws) {
  for (let draw = 0; draw < draws; draw++) {
    let [sum, square] = [0, 0]
    const until = offsets[draw + 1] as number
    for (let block = offsets[draw] as number; block < until; block++) {
      const start = starts[block] as number
      const end = ends[block] as number
      sum += (sums[end] as number) - (sums[start] as number)
      square += (squares[end] as number) - (squares[start] as number)
    }
    const move = sum / days
    moves[draw] = move
    deviations[draw] = Math.sqrt(Math.max(0, square / days - move * move))
  }
}
