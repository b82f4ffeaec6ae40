import type { Algorithm } from '@tradeloom/contracts'

/** Orders of the shared algorithms, by their name in the address. */
export const SORTS = { newest: 'Newest', used: 'Most used', result: 'Best result' } as const
export type AlgorithmSort = keyof typeof SORTS

/** The list arrives newest first; equal ones keep that order. Without a result they come last. */
export function sortAlgorithms(list: readonly Algorithm[], sort: AlgorithmSort): readonly Algorithm[] {
  if (sort === 'used') return list.toSorted((left, right) => right.useCount - left.useCount)
  if (sort === 'newest') return list
  const resultOf = ({ result }: Algorithm): number => result?.profitPercentage ?? Number.NEGATIVE_INFINITY
  return list.toSorted((left, right) => (resultOf(left) === resultOf(right) ? 0 : resultOf(right) - resultOf(left)))
}
