import type { OptimizationLuck } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { formatCount, formatNumber, formatPercent, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { ValueHistogram } from '../charts/value-histogram.tsx'
import classes from './luck.module.css'

const TOO_FEW = 'There are too few days of returns.'

/** The Sharpe ratio of the best result against what its number of trials makes of luck. */
export function SharpeFigures({ luck }: { readonly luck: OptimizationLuck }): ReactElement {
  const { best, luckiestSharpe, lineageTrials, distinctTrials, days, daysPerYear, sharpes } = luck
  const root = Math.sqrt(daysPerYear)
  const yearly = (value: number | null | undefined): string => formatNumber(value == null ? null : value * root)
  const chance = (value: number | null | undefined): string => formatPercent(value == null ? null : value * 100, 1)
  const bins = useMemo(
    () => (sharpes === null ? null : { from: sharpes.from * root, to: sharpes.to * root, counts: sharpes.counts }),
    [sharpes, root],
  )
  const marks = useMemo(
    () => [
      ...(luckiestSharpe === null
        ? []
        : [{ value: luckiestSharpe * root, label: 'Luck explains', color: 'warn' as const }]),
      ...(best?.sharpe == null ? [] : [{ value: best.sharpe * root, label: 'Best result', color: 'accent' as const }]),
    ],
    [luckiestSharpe, best, root],
  )
  return (
    <Panel title="Is it better than the luckiest of so many tries?" detail="Deflated Sharpe ratio" flush>
      <div className={classes['figures']}>
        <StatList>
          <Stat
            label="Sharpe ratio, per year"
            value={yearly(best?.sharpe)}
            reason={TOO_FEW}
            detail="of the best result"
          />
          <Stat label="Luck explains up to" value={yearly(luckiestSharpe)} reason={TOO_FEW} detail="per year" />
          <Stat
            label="Deflated (DSR)"
            value={chance(best?.deflatedSharpe)}
            reason={TOO_FEW}
            detail="above that level"
          />
          <Stat
            label="Probabilistic (PSR)"
            value={chance(best?.probabilisticSharpe)}
            reason={TOO_FEW}
            detail="above zero, trials ignored"
          />
          <Stat
            label="Trials of the lineage"
            value={formatPlain(lineageTrials)}
            detail={`${formatPlain(distinctTrials)} distinct here`}
          />
          <Stat
            label="Track record needed"
            value={best?.minimumTrackRecord == null ? '–' : formatCount(Math.ceil(best.minimumTrackRecord), 'day')}
            reason="The Sharpe ratio is not above zero, so no track record would be long enough."
            detail={`${formatPlain(days)} available`}
          />
        </StatList>
      </div>
      {bins === null ? null : (
        <ValueHistogram
          label="Sharpe ratios of all distinct trials, per year"
          counted="distinct trial"
          bins={bins}
          xLabel="Sharpe ratio, per year"
          marks={marks}
        />
      )}
      <p className={classes['text']}>
        Every backtest and optimization of all versions of this algorithm, and of those that it was cloned from, counts
        as a trial: the more that were tried, the better the best of them looks by luck alone. Beware of results that
        win almost every day and lose much on a rare one: this figure cannot see a loss that has not happened yet.
      </p>
    </Panel>
  )
}
