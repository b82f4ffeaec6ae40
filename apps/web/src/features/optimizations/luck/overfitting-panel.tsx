import type { OptimizationLuck } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { formatCount, formatPercent, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { ValueHistogram } from '../charts/value-histogram.tsx'
import classes from './luck.module.css'

const MARKS = [{ value: 0, label: 'Middle of all trials', color: 'warn' as const }]

/** How the winner of one half of the days ranks in the other half. */
export function OverfittingPanel({ luck }: { readonly luck: OptimizationLuck }): ReactElement {
  const { overfitting, isAdaptive } = luck
  const bins = useMemo(
    () => (overfitting === null ? null : { from: overfitting.from, to: overfitting.to, counts: overfitting.histogram }),
    [overfitting],
  )
  return (
    <Panel title="Does the winner keep winning?" detail="Probability of overfitting" flush>
      {overfitting === null || bins === null ? (
        <EmptyState
          title="Not enough data"
          text="It needs at least two trials that traded differently, over enough days."
        />
      ) : (
        <>
          <StatList>
            <Stat label="PBO" value={formatPercent(overfitting.probability * 100, 1)} detail="at most 5% wanted" />
            <Stat
              label="Blocks"
              value={formatPlain(overfitting.blocks)}
              detail={`of ${formatCount((luck.days - overfitting.leftOut) / overfitting.blocks, 'day')} each`}
            />
            <Stat label="Days left out" value={formatPlain(overfitting.leftOut)} detail="the oldest: no whole block" />
          </StatList>
          <ValueHistogram
            label="Rank of the winner in the other half, as logits"
            counted="split"
            bins={bins}
            xLabel="λ: below 0, the winner was in the worse half"
            marks={MARKS}
            splitAt={0}
          />
          <p className={classes['text']}>
            The days are split into two halves in many ways. Bars left of the line: the winner of one half was below the
            middle of all trials in the other half. Without an edge that is so in about half of the splits. A low figure
            says that the ranking lasts, not that it earns: trials that cost more to trade lose in both halves. Trials
            are ranked by mean and deviation of their daily returns, without a risk-free rate.
          </p>
          {isAdaptive ? (
            <p className={classes['text']}>
              This search learned while it ran and crowded its trials round the winner. That pulls the number toward 50%
              whether there is an edge or not.
            </p>
          ) : null}
        </>
      )}
    </Panel>
  )
}
