import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

export interface SectionProps {
  readonly result: BacktestDetail
  /** Loaded from the public endpoints: the run belongs to another user. */
  readonly isShared: boolean
  /** Shown in place of the metrics while they are computed, and if that fails. */
  readonly metricsState: ReactElement | null
}
