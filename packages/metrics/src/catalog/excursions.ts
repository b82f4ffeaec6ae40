import type { Feature } from '../bootstrap/position-draws.ts'

/*
 * Excursions of a position, and what it gave back of the best it had. In R they are counted in the risk to the first
 * stop; positions without a stop have none.
 */
export const mae: Feature = (position) => position.mae
export const mfe: Feature = (position) => position.mfe
export const giveBack: Feature = ({ mfe, profit }) => (mfe === null ? null : mfe - profit)
export const maePips: Feature = (position) => position.maePips
export const mfePips: Feature = (position) => position.mfePips
export const giveBackPips: Feature = ({ mfePips, pips }) => (mfePips === null || pips === null ? null : mfePips - pips)
export const maeR: Feature = inRisk(mae)
export const mfeR: Feature = inRisk(mfe)
export const giveBackR: Feature = inRisk(giveBack)
export const profitR: Feature = inRisk(({ profit }) => profit)

function inRisk(feature: Feature): Feature {
  return (position) => {
    const value = feature(position)
    return value === null || position.risk === null || position.risk <= 0 ? null : value / position.risk
  }
}
