import { Box, Stack } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatCount, formatSigned } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import classes from '../../../../entities/analysis/backtest-result.module.css'
import { Figure } from '../overview/figure.tsx'
import { statistic } from '../metrics/metric-format.ts'

/** Where the profit lies between worst and best case, 0 to 1; in the middle when both are equal. */
function share(worst: number, best: number, profit: number): number {
  return best > worst ? Math.min(1, Math.max(0, (profit - worst) / (best - worst))) : 0.5
}

/** The profits under all price paths when the path inside bars decided anything; nothing when it did not. */
export function AmbiguityPanel({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const count = statistic(result, 'ambiguousPositions') ?? 0
  const worst = statistic(result, 'ambiguousWorstProfit')
  const best = statistic(result, 'ambiguousBestProfit')
  const profit = statistic(result, 'profit') ?? 0
  const resolved = statistic(result, 'minutesResolvedByTicks') ?? 0
  const isKnown = worst !== null && best !== null
  // Results of earlier engines have no range without ambiguous positions.
  if (count === 0 && (!isKnown || worst === best)) return null
  const currency = result.accountCurrency
  return (
    <Panel title="Ambiguous profit" detail={<span className="warn">{formatCount(count, 'ambiguous position')}</span>}>
      <Stack gap={10}>
        {isKnown && (
          <div className={`${classes['range']} num`}>
            <span>
              <span className="muted">Worst</span>{' '}
              <Figure field="statistics.ambiguousWorstProfit" raw={worst} text={formatSigned(worst)} />
            </span>
            <span className={classes['rangeTrack']} aria-hidden>
              <span style={{ left: `${share(worst, best, profit) * 100}%` }} />
            </span>
            <span>
              <Figure field="statistics.ambiguousBestProfit" raw={best} text={formatSigned(best)} />{' '}
              <span className="muted">best</span>
            </span>
          </div>
        )}
        <Box m={0} component="p">
          {`For ${formatCount(count, 'position')}, a bar does not show what happened first: an entry, a stop, a target, or one of two linked orders. `}
          {isKnown
            ? `Under the other price paths inside bars, this run earns between ${formatSigned(worst)} and ${formatSigned(best)} ${currency}; the result uses ${formatSigned(profit)}, from the chosen path. `
            : 'Results under other price paths are not available: the run was stopped, or its script fails on one of them. '}
          {resolved === 0
            ? 'Ticks of these minutes would resolve it.'
            : `Available ticks resolved ${formatCount(resolved, 'other minute')}.`}
        </Box>
      </Stack>
    </Panel>
  )
}
