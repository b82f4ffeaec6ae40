import type { OptimizationLuck } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { sharpeBins } from './sharpe-bins.ts'
import { ValueHistogram } from './value-histogram.tsx'

const USUAL_DAYS_PER_YEAR = 252

interface SharpePanelProps {
  readonly rows: OptimizationRows
  readonly luck: OptimizationLuck | undefined
}

/** All Sharpe ratios, with the best one that luck alone would be expected to give. */
export function SharpePanel({ rows, luck }: SharpePanelProps): ReactElement {
  const daysPerYear = luck?.daysPerYear ?? USUAL_DAYS_PER_YEAR
  const bins = useMemo(() => sharpeBins(rows, daysPerYear), [rows, daysPerYear])
  const marks = useMemo(() => {
    const root = Math.sqrt(daysPerYear)
    const luckiest = luck?.luckiestSharpe ?? null
    const best = luck?.best?.sharpe ?? null
    return [
      ...(luckiest === null ? [] : [{ value: luckiest * root, label: 'Luck explains', color: 'warn' as const }]),
      ...(best === null ? [] : [{ value: best * root, label: 'Best result', color: 'accent' as const }]),
    ]
  }, [luck, daysPerYear])
  // The bars are of all rows that are here; what luck explains takes longer to compute.
  const isBehind = luck?.state === 'pending' && marks.length > 0
  const detail = `Distinct backtests, per year${isBehind ? '; lines of fewer backtests, being computed' : ''}`
  return (
    <Panel title="Sharpe ratios" detail={detail} flush>
      {bins === null ? (
        <EmptyState title="No Sharpe ratios yet" text="They need backtests with a few days of returns." />
      ) : (
        <ValueHistogram
          label="Sharpe ratios of all distinct backtests"
          counted="distinct backtest"
          bins={bins}
          xLabel="Sharpe ratio, per year"
          marks={marks}
          height={300}
        />
      )}
    </Panel>
  )
}
