import type { Optimization } from '@tradeloom/contracts'
import { SETTINGS, summarizeModels } from '@tradeloom/domain'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import {
  formatCount,
  formatDay,
  formatDays,
  formatLastDay,
  formatMinute,
  formatNumber,
  formatPlain,
} from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { intervalLabel } from '../../backtests/backtest-labels.ts'
import { metricTitle } from '../charts/metric-name.ts'
import { externalsSettingsText, strategyLabel } from '../optimization-labels.ts'
import classes from './optimization-detail.module.css'

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

/** Summary and settings of an optimization. */
export function OptimizationSummary({ optimization }: { readonly optimization: Optimization }): ReactElement {
  const { statusDetail, bestProfit, bestIndex, constraints, externalsSettings, done, start, end, ended } = optimization
  return (
    <Panel title="Summary" flush>
      {statusDetail === '' ? null : <p className={classes['problem']}>{statusDetail}</p>}
      <dl className={classes['info']}>
        <Fact name="Best profit">
          {bestProfit === null
            ? ended === null
              ? 'None yet'
              : 'None'
            : `${formatNumber(bestProfit)} (No. ${bestIndex})`}
        </Fact>
        <Fact name="Backtests">
          {formatPlain(done)} of {formatPlain(optimization.total)}
        </Fact>
        <Fact name="Permutations">{formatPlain(optimization.permutationCount)}</Fact>
        <Fact name="Strategy">
          {strategyLabel(optimization.strategy)}, seed {optimization.seed}
        </Fact>
        <Fact name="Objective">{objectivesText(optimization)}</Fact>
        {constraints.length === 0 ? null : <Fact name="Constraints">{constraintsText(optimization)}</Fact>}
        <Fact name="Algorithm">
          <Link
            to="/algorithms/$algorithmId/edit/$versionId"
            params={{ algorithmId: optimization.algorithmId, versionId: optimization.algorithmVersionId }}
          >
            {optimization.algorithmName} {optimization.displayVersionNo}
          </Link>
        </Fact>
        <Fact name="Market">
          {optimization.symbol} · {optimization.broker}
        </Fact>
        <Fact name="Period">
          {formatDay(start)} to {formatLastDay(end)} ({formatDays(start, end)})
        </Fact>
        <Fact name="Interval">{intervalLabel(optimization.interval)}</Fact>
        <Fact name="Resolution">{optimization.resolution === 0 ? 'Tick' : 'Minute'}</Fact>
        <Fact name="Initial balance">
          {formatNumber(optimization.initialBalance)} {optimization.accountCurrency}
        </Fact>
        <Fact name="Externals">{externalsSettingsText(externalsSettings)}</Fact>
        <Fact name="Prices and costs">
          {summarizeModels(Object.values(SETTINGS), optimization.models, optimization.tables) || 'Default'}
        </Fact>
        <Fact name="Compute units">
          {formatCount(optimization.units, 'unit')}
          {optimization.unitsRefunded ? ', given back' : ''}
        </Fact>
        <Fact name="Created">
          {formatMinute(optimization.time)} by {optimization.username}
        </Fact>
      </dl>
    </Panel>
  )
}

function objectivesText({ objectives }: Optimization): string {
  return objectives
    .map(({ metric, better }) => `${metricTitle(metric)} (${better === 'higher' ? 'higher' : 'lower'} is better)`)
    .join(', ')
}

function constraintsText({ constraints }: Optimization): string {
  return constraints
    .map(({ metric, bound, value }) => {
      const words = bound === 'at-least' ? 'at least' : 'at most'
      return `${metricTitle(metric)} ${words} ${formatPlain(value)}`
    })
    .join(', ')
}
