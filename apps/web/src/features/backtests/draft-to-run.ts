import type { AlgorithmVersion, ExternalDeclaration } from '@tradeloom/contracts'

/** An unsaved script: running a backtest of it saves it first. */
export interface DraftToRun {
  readonly externals: readonly ExternalDeclaration[]
  /** Names in its `market(...)` calls. */
  readonly markets: readonly string[]
  /** The datasets that it reads, as `PROVIDER:CODE#column`. */
  readonly series: readonly string[]
  /** Null when it could not be saved; the reason has been shown. */
  readonly save: () => Promise<AlgorithmVersion | null>
}

/** Stands for the draft among version ids. */
export const DRAFT = 'draft'
