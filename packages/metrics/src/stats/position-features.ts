import type { Feature } from '../bootstrap/position-draws.ts'
import type { ClosedColumns, ClosedNumber } from '../closed-columns.ts'

/** Features that several metrics of positions sum up. They are shared, because each feature is resampled once. */
export const one: Feature = ({ length }) => new Float64Array(length).fill(1)
export const profitOf = columnOf('profit')
export const gainOf: Feature = ({ profit }) => profit.map((value) => Math.max(0, value))
export const lossOf: Feature = ({ profit }) => profit.map((value) => Math.max(0, -value))
export const isWin: Feature = ({ profit }) => profit.map((value) => (value > 0 ? 1 : 0))
export const isLoss: Feature = ({ profit }) => profit.map((value) => (value < 0 ? 1 : 0))

/** In percent. Undefined for a position opened without equity. */
export const profitPerEquity: Feature = ({ profit, equityAtEntry }) =>
  profit.map((value, at) => {
    const equity = equityAtEntry[at] as number
    return equity > 0 ? (value / equity) * 100 : NaN
  })

export const mae = columnOf('mae')
export const mfe = columnOf('mfe')
export const giveBack: Feature = ({ mfe, profit }) => differences(mfe, profit)
export const maePips = columnOf('maePips')
export const mfePips = columnOf('mfePips')
export const giveBackPips: Feature = ({ mfePips, pips }) => differences(mfePips, pips)

/** An unchanged column. */
export function columnOf(name: ClosedNumber): Feature {
  return (closed) => closed[name]
}

/** A feature in multiples of the risk to the first stop; undefined for positions without a stop. */
export function inRisk(feature: Feature): Feature {
  return (closed: ClosedColumns) =>
    feature(closed).map((value, at) => {
      const risk = closed.risk[at] as number
      return risk > 0 ? value / risk : NaN
    })
}

function differences(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, at) => value - (b[at] as number))
}
