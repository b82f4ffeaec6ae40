import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { formatCount, formatNumber, formatPercent, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { ValueHistogram } from '../charts/value-histogram.tsx'
import { sharpeScale, sharpeText } from '../sharpe-scale.ts'
import classes from './luck.module.css'

const TOO_FEW = 'There are too few days of returns.'

interface SharpeFiguresProps {
  readonly optimization: Optimization
  readonly luck: OptimizationLuck
  /** Of the best result. */
  readonly positions: number
}

/** The Sharpe ratio of the best result against what its number of trials makes of luck. */
export function SharpeFigures({ optimization, luck, positions }: SharpeFiguresProps): ReactElement {
  const { best, luckiestSharpe, lineageTrials, distinctTrials, days, sharpes } = luck
  const { factor, unit } = sharpeScale(optimization)
  const chance = (value: number | null | undefined): string => formatPercent(value == null ? null : value * 100)
  const bins = useMemo(
    () => (sharpes === null ? null : { from: sharpes.from * factor, to: sharpes.to * factor, counts: sharpes.counts }),
    [sharpes, factor],
  )
  const marks = useMemo(
    () => [
      ...(luckiestSharpe === null
        ? []
        : [{ value: luckiestSharpe * factor, label: 'Luck explains', color: 'warn' as const }]),
      ...(best?.sharpe == null
        ? []
        : [{ value: best.sharpe * factor, label: 'Best result', color: 'accent' as const }]),
    ],
    [luckiestSharpe, best, factor],
  )
  return (
    <Panel title="Is it better than the luckiest of so many tries?" detail="Deflated Sharpe ratio" flush>
      <div className={classes['figures']}>
        <StatList>
          <Stat
            label={`Sharpe ratio, per ${unit}`}
            value={sharpeText(best?.sharpe, sharpeScale(optimization), positions)}
            reason={TOO_FEW}
            detail="of the best result, above 2% a year"
          />
          <Stat
            label="Luck explains up to"
            value={formatNumber(luckiestSharpe === null ? null : luckiestSharpe * factor, 3)}
            reason={TOO_FEW}
            detail={`per ${unit}`}
          />
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
            detail="above 1 a year, trials ignored"
          />
          <Stat
            label="Trials of the lineage"
            value={formatPlain(lineageTrials)}
            detail={`${formatPlain(distinctTrials)} distinct here`}
          />
          <Stat
            label="Track record needed"
            value={best?.minimumTrackRecord == null ? '–' : formatCount(Math.ceil(best.minimumTrackRecord), 'day')}
            reason="The Sharpe ratio is not above 1 a year, so no track record would be long enough."
            detail={`${formatPlain(days)} available`}
          />
        </StatList>
      </div>
      {bins === null ? null : (
        <ValueHistogram
          label={`Sharpe ratios of all distinct trials, per ${unit}`}
          counted="distinct trial"
          bins={bins}
          xLabel={`Sharpe ratio, per ${unit}`}
          marks={marks}
        />
      )}
      <p className={classes['text']}>
        Sharpe ratios are those of the backtests: above a risk-free rate of 2% a year
        {unit === 'year' ? `, over ${optimization.daysPerYear ?? 0} days a year` : ''}. What luck explains follows from
        how much the trials differ before that rate is taken off, because afterwards it would depend on the size of the
        positions. Trials far below the others, such as those that hardly trade, are counted in the first bar.
      </p>
      <p className={classes['text']}>
        Every backtest and optimization of all versions of this algorithm, and of those that it was cloned from, counts
        as a trial: the more that were tried, the better the best of them looks by luck alone. Beware of results that
        win almost every day and lose much on a rare one: this figure cannot see a loss that has not happened yet.
      </p>
    </Panel>
  )
}
