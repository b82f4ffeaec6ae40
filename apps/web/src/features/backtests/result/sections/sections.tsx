import type { ReactElement } from 'react'
import { AnalysisSection } from './analysis-section.tsx'
import { DataSection } from './data-section.tsx'
import { LogSection } from './log-section.tsx'
import { MetricsSection } from './metrics-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { OverviewSection } from './overview-section.tsx'
import { PositionsSection } from './positions-section.tsx'
import { ReplaySection } from '../replay/lazy-replay-section.tsx'
import type { SectionId } from './section-ids.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

interface Section {
  readonly id: SectionId
  readonly title: string
  readonly View: (props: SectionProps) => ReactElement
}

/** The sections of a finished run, in the order of their tabs. */
export const SECTIONS: readonly Section[] = [
  { id: 'overview', title: 'Overview', View: OverviewSection },
  { id: 'positions', title: 'Positions', View: PositionsSection },
  { id: 'orders', title: 'Orders', View: OrdersSection },
  { id: 'analysis', title: 'Analysis', View: AnalysisSection },
  { id: 'metrics', title: 'Metrics', View: MetricsSection },
  { id: 'replay', title: 'Replay', View: ReplaySection },
  { id: 'data', title: 'Data', View: DataSection },
  { id: 'log', title: 'Log', View: LogSection },
]
