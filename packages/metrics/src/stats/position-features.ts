import type { Feature } from '../bootstrap/position-draws.ts'
import type { ClosedColumns, ClosedNumber } from '../closed-columns.ts'

/*
 * What the metrics of positions sum up. They are shared, since a feature is drawn again once however many metrics
 * ask for it.
 */
export const one: Feature = ({ length }) => new Float64Array(length).fill(1)
export const profitOf = columnOf('profit')
export const gainOf: Feature = ({ profit }) => profit.map((value) => Math.max(0, value))
export const lossOf: Feature = ({ profit }) => profit.map((value) => Math.max(0, -value))
export const isWin: Feature = ({ profit }) => profit.map((value) => (value > 0 ? 1 : 0))
export const isLoss: Feature = ({ profit }) => profit.map((value) => (value < 0 ? 1 : 0))

/** In percent. A position opened on an account without equity has no share of it. */
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

/** A column as it is. */
export function columnOf(name: ClosedNumber): Feature {
  return (closed) => closed[name]
}

/** A feature in multiples of the risk to the first stop; positions without a stop have none. */
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
