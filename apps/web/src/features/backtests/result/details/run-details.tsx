import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import {
  AlgorithmFact,
  BarFacts,
  CreatedFact,
  Fact,
  FactList,
  ModelsFact,
  PeriodFact,
} from '../../../runs/run-facts.tsx'
import { externalsText } from '../../../runs/run-labels.ts'
import { Figure } from '../overview/figure.tsx'
import classes from './run-details.module.css'

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
      <FactList>
        <AlgorithmFact run={result} />
        <PeriodFact run={result} />
        {result.markets.length === 0 ? null : <Fact name="Other markets">{result.markets.join(', ')}</Fact>}
        <BarFacts run={result} />
        <Fact name="Initial balance">
          <Figure field="initialBalance" raw={result.initialBalance} text={formatNumber(result.initialBalance)} />{' '}
          {result.accountCurrency}
        </Fact>
        <ModelsFact run={result} />
        <Fact name="Externals">{externals || 'None'}</Fact>
        <CreatedFact run={result} />
      </FactList>
    </Panel>
  )
}
