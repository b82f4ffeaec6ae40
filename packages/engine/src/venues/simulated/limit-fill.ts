import type { RunModels } from '@tradeloom/domain'

/**
 * Whether a price that waits in the book is filled when the market touches it without going on. Market assumption:
 * orders at one price form a queue; when the market trades through the price, the whole queue has filled.
 */
export type TouchRule = () => boolean

export function touchRule(spec: RunModels['limitFill'], random: () => number): TouchRule {
  if (spec.model === 'touch') return () => true
  if (spec.model === 'through') return () => false
  return () => random() < spec.probability
}

/** The next price beyond: between it and `price` there is no other that a market could quote. */
export function beyond(price: number, direction: 1 | -1): number {
  return price * (1 + direction * Number.EPSILON)
}
