import type { Feature } from '../bootstrap/position-draws.ts'

/** What a position cost in all; null when one of the five is unknown. */
export const costOf: Feature = ({ spreadCost, slippageCost, commission, swapCost, fundingCost }) => {
  const parts = [spreadCost, slippageCost, commission, swapCost, fundingCost]
  let sum = 0
  for (const part of parts) {
    if (part === null) return null
    sum += part
  }
  return sum
}
