import type { TrialMoments } from '@tradeloom/metrics'

import { mergeMoments } from './merge-moments.ts'

/**
 * All trials of an algorithm's lineage: its versions and clones. A line belongs to the manifest of an optimization or
 * backtest, so running the same one again replaces its line instead of counting as new trials.
 */
export class TrialLedger {
  readonly #lines = new Map<string, TrialMoments>()

  record(manifestHash: string, moments: TrialMoments): void {
    this.#lines.set(manifestHash, moments)
  }

  total(): TrialMoments {
    // Sums of floats depend on their order; the order of hashes is the same on every machine.
    const sorted = [...this.#lines].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return mergeMoments(sorted.map(([, moments]) => moments))
  }
}
