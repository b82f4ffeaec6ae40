import type { Feature } from '../bootstrap/position-draws.ts'

/*
 * What the metrics of positions sum up. They are shared, since a feature is drawn again once however many metrics
 * ask for it.
 */
export const one: Feature = () => 1
export const profitOf: Feature = ({ profit }) => profit
export const gainOf: Feature = ({ profit }) => Math.max(0, profit)
export const lossOf: Feature = ({ profit }) => Math.max(0, -profit)
export const isWin: Feature = ({ profit }) => (profit > 0 ? 1 : 0)
export const isLoss: Feature = ({ profit }) => (profit < 0 ? 1 : 0)

/** In percent. A position opened on an account without equity has no share of it. */
export const profitPerEquity: Feature = ({ profit, equityAtEntry }) =>
  equityAtEntry === null || equityAtEntry <= 0 ? null : (profit / equityAtEntry) * 100

export const mae: Feature = (position) => position.mae
export const mfe: Feature = (position) => position.mfe
export const giveBack: Feature = ({ mfe, profit }) => (mfe === null ? null : mfe - profit)
export const maePips: Feature = (position) => position.maePips
export const mfePips: Feature = (position) => position.mfePips
export const giveBackPips: Feature = ({ mfePips, pips }) => (mfePips === null || pips === null ? null : mfePips - pips)

/** A feature in multiples of the risk to the first stop; positions without a stop have none. */
export function inRisk(feature: Feature): Feature {
  return (position) => {
    const value = feature(position)
    return value === null || position.risk === null || position.risk <= 0 ? null : value / position.risk
  }
}
