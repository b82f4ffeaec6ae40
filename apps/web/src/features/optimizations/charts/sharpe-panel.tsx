import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { sharpeScale } from '../sharpe-scale.ts'
import { sharpeBins } from './sharpe-bins.ts'
import { ValueHistogram } from './value-histogram.tsx'

interface SharpePanelProps {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  readonly luck: OptimizationLuck | undefined
}

/** All Sharpe ratios, with the best one that luck alone would be expected to give. */
export function SharpePanel({ optimization, rows, luck }: SharpePanelProps): ReactElement {
  const { factor, unit } = sharpeScale(optimization)
  const bins = useMemo(() => sharpeBins(rows, factor), [rows, factor])
  const marks = useMemo(() => {
    const luckiest = luck?.luckiestSharpe ?? null
    const best = luck?.best?.sharpe ?? null
    return [
      ...(luckiest === null ? [] : [{ value: luckiest * factor, label: 'Luck explains', color: 'warn' as const }]),
      ...(best === null ? [] : [{ value: best * factor, label: 'Best result', color: 'accent' as const }]),
    ]
  }, [luck, factor])
  // The bars are of all rows that are here; what luck explains takes longer to compute.
  const isBehind = luck?.state === 'pending' && marks.length > 0
  const detail = `Distinct backtests, per ${unit}, above a risk-free rate of 2% a year${isBehind ? '; lines of fewer backtests, being computed' : ''}`
  return (
    <Panel title="Sharpe ratios" detail={detail} flush>
      {bins === null ? (
        <EmptyState title="No Sharpe ratios yet" text="They need backtests with a few days of returns." />
      ) : (
        <ValueHistogram
          label="Sharpe ratios of all distinct backtests"
          counted="distinct backtest"
          bins={bins}
          xLabel={`Sharpe ratio, per ${unit}`}
          marks={marks}
          height={300}
        />
      )}
    </Panel>
  )
}
