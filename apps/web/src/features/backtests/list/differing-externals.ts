import type { Backtest } from '@tradeloom/contracts'

/** By algorithm, the externals whose values are not the same in all of its rows. */
export type DifferingExternals = ReadonlyMap<string, ReadonlySet<string>>

export function differingExternals(rows: readonly Pick<Backtest, 'algorithmId' | 'externals'>[]): DifferingExternals {
  const first = new Map<string, Backtest['externals']>()
  const differing = new Map<string, Set<string>>()
  for (const { algorithmId, externals } of rows) {
    const known = first.get(algorithmId)
    if (known === undefined) {
      first.set(algorithmId, externals)
      continue
    }
    const names = differing.get(algorithmId) ?? new Set<string>()
    differing.set(algorithmId, names)
    for (const name of new Set([...Object.keys(known), ...Object.keys(externals)])) {
      if (known[name] !== externals[name]) names.add(name)
    }
  }
  return differing
}

/** The externals that tell a row from the others of its algorithm; all of them for the only row of one. */
export function tellingExternals(
  { algorithmId, externals }: Pick<Backtest, 'algorithmId' | 'externals'>,
  differing: DifferingExternals,
): Backtest['externals'] {
  const names = differing.get(algorithmId)
  if (names === undefined) return externals
  return Object.fromEntries(Object.entries(externals).filter(([name]) => names.has(name)))
}
