import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatCount, formatNumber, formatPlain } from '../../../ui/format.ts'
import { Panel, PanelNote } from '../../../ui/panel.tsx'
import {
  AlgorithmFact,
  BarFacts,
  CreatedFact,
  Fact,
  FactList,
  ModelsFact,
  PeriodFact,
} from '../../../entities/runs/run-facts.tsx'
import { metricTitle } from '../charts/metric-name.ts'
import { externalsSettingsText, strategyLabel } from '../optimization-labels.ts'

/** Summary and settings of an optimization. */
export function OptimizationSummary({ optimization }: { readonly optimization: Optimization }): ReactElement {
  const { statusDetail, bestProfit, bestIndex, constraints, externalsSettings, done, ended } = optimization
  return (
    <Panel title="Summary" flush>
      {statusDetail === '' ? null : <PanelNote tone="warn">{statusDetail}</PanelNote>}
      <FactList>
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
        <AlgorithmFact run={optimization} />
        <Fact name="Market">
          {optimization.symbol} · {optimization.broker}
        </Fact>
        <PeriodFact run={optimization} />
        <BarFacts run={optimization} />
        <Fact name="Initial balance">
          {formatNumber(optimization.initialBalance)} {optimization.accountCurrency}
        </Fact>
        <Fact name="Externals">{externalsSettingsText(externalsSettings)}</Fact>
        <ModelsFact run={optimization} />
        <Fact name="Compute units">
          {formatCount(optimization.units, 'unit')}
          {optimization.unitsRefunded ? ', given back' : ''}
        </Fact>
        <CreatedFact run={optimization} />
      </FactList>
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
