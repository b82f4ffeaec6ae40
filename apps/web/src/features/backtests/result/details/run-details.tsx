import type { BacktestDetail } from '@tradeloom/contracts'
import { SETTINGS, summarizeModels } from '@tradeloom/domain'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { formatDay, formatDays, formatLastDay, formatMinute, formatNumber } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { externalsText, intervalLabel, resolutionLabel } from '../../backtest-labels.ts'
import { Figure } from '../overview/figure.tsx'
import classes from './run-details.module.css'

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

/** Warnings of the run, and the settings that it ran with. */
export function RunDetails({ result }: { readonly result: BacktestDetail }): ReactElement {
  const externals = externalsText(result.externals)
  return (
    <Panel title="Details" flush>
      {result.warnings.length === 0 ? null : (
        <ul className={classes['warnings']} aria-label="Warnings">
          {result.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <dl className={classes['info']}>
        <Fact name="Algorithm">
          <Link
            to="/algorithms/$algorithmId/edit/$versionId"
            params={{ algorithmId: result.algorithmId, versionId: result.algorithmVersionId }}
          >
            {result.algorithmName} {result.displayVersionNo}
          </Link>
        </Fact>
        <Fact name="Period">
          {formatDay(result.start)} to {formatLastDay(result.end)} ({formatDays(result.start, result.end)})
        </Fact>
        {result.markets.length === 0 ? null : <Fact name="Other markets">{result.markets.join(', ')}</Fact>}
        <Fact name="Interval">{intervalLabel(result.interval)}</Fact>
        <Fact name="Resolution">{resolutionLabel(result)}</Fact>
        <Fact name="Initial balance">
          <Figure field="initialBalance" raw={result.initialBalance} text={formatNumber(result.initialBalance)} />{' '}
          {result.accountCurrency}
        </Fact>
        <Fact name="Prices and costs">
          <span className={classes['wrapping']}>
            {summarizeModels(Object.values(SETTINGS), result.models, result.tables) || 'Default'}
          </span>
        </Fact>
        <Fact name="Externals">{externals || 'None'}</Fact>
        <Fact name="Created">
          {formatMinute(result.time)} by {result.username}
        </Fact>
      </dl>
    </Panel>
  )
}
