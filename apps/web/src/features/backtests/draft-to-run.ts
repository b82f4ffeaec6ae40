import type { AlgorithmVersion } from '@tradeloom/contracts'
import type { ExternalDeclaration } from './new/types.ts'

/** A script that is not saved yet: a backtest of it saves it first. */
export interface DraftToRun {
  readonly externals: readonly ExternalDeclaration[]
  /** Null when it could not be saved; the reason has been shown. */
  readonly save: () => Promise<AlgorithmVersion | null>
}

/** Stands for the draft among the ids of versions. */
export const DRAFT = 'draft'
