import type { ExternalsSetting, GeneticSettings, OptimizationStrategy } from '@tradeloom/contracts'
import { createSearch, latticeOfSettings, type Search, type Strategy } from '@tradeloom/optimizer'

/** How an optimization searches, without its externals and its seed. */
export interface StrategySettings {
  readonly strategy: OptimizationStrategy
  readonly genetic: GeneticSettings | null
  readonly budget: number | null
}

export function strategyOf({ strategy: kind, genetic, budget }: StrategySettings): Strategy {
  if (kind === 'exhaustive') return { kind }
  if (kind === 'genetic') return { kind, parameters: genetic as GeneticSettings }
  return { kind, budget: budget as number }
}

/** The search of an optimization, from its start. */
export function searchOf(
  settings: StrategySettings & { readonly externalsSettings: readonly ExternalsSetting[]; readonly seed: number },
): Search {
  const lattice = latticeOfSettings(settings.externalsSettings)
  return createSearch({ lattice, strategy: strategyOf(settings), seed: settings.seed })
}
