import type { RunModels } from '@tradeloom/domain'

/**
 * Whether a resting order fills when the market touches its price without trading through. Market assumption: orders at
 * one price form a queue; once the market trades through, the whole queue has filled.
 */
export type TouchRule = () => boolean

export function touchRule(spec: RunModels['limitFill'], random: () => number): TouchRule {
  if (spec.model === 'touch') return () => true
  if (spec.model === 'through') return () => false
  return () => random() < spec.probability
}

/** The next possible quote beyond `price`. */
export function beyond(price: number, direction: 1 | -1): number {
  return price * (1 + direction * Number.EPSILON)
}
