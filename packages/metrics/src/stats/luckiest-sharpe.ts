import { normalQuantile } from './statistics.ts'

/** Euler and Mascheroni's constant. */
const GAMMA = 0.577_215_664_901_532_9

/**
 * Best Sharpe ratio to be expected among independent trials without any skill, in the period of `variance`.
 * One trial alone is not chosen among others: 0.
 */
export function luckiestSharpe({ count, variance }: { readonly count: number; readonly variance: number }): number {
  if (count <= 1) return 0
  const best = -normalQuantile(1 / count)
  const next = -normalQuantile(1 / (count * Math.E))
  return Math.sqrt(variance) * ((1 - GAMMA) * best + GAMMA * next)
}
