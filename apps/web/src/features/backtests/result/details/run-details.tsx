import { type BacktestDetail, runRemarks } from '@tradeloom/contracts'
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
} from '../../../../entities/runs/run-facts.tsx'
import { externalsText } from '../../../../entities/runs/run-labels.ts'
import { Figure } from '../overview/figure.tsx'
import classes from './run-details.module.css'

/** Warnings and notes about the run, and the settings that it ran with. */
export function RunDetails({ result }: { readonly result: BacktestDetail }): ReactElement {
  const externals = externalsText(result.externals)
  const { warnings, notes } = runRemarks(result.warnings)
  return (
    <Panel title="Details" flush>
      <Remarks name="Warnings" texts={warnings} tone="warn" />
      <Remarks name="Notes" texts={notes} />
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

interface RemarksProps {
  readonly name: string
  readonly texts: readonly string[]
  readonly tone?: 'warn'
}

function Remarks({ name, texts, tone }: RemarksProps): ReactElement | null {
  if (texts.length === 0) return null
  return (
    <ul className={classes['remarks']} data-tone={tone} aria-label={name}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
