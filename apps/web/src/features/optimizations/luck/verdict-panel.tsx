import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import classes from './luck.module.css'
import { sharpeScale } from '../sharpe-scale.ts'
import { luckVerdict } from './luck-verdict.ts'

interface VerdictPanelProps {
  readonly optimization: Optimization
  readonly luck: OptimizationLuck
}

/** The answer in a sentence, and the three tests that it follows from. */
export function VerdictPanel({ optimization, luck }: VerdictPanelProps): ReactElement {
  const { tone, sentence, advice, tests } = luckVerdict(luck, sharpeScale(optimization))
  return (
    <Panel
      title="Verdict"
      detail={luck.state === 'pending' ? 'Being computed for the newest results…' : undefined}
      flush
    >
      <div className={classes['verdict']} data-tone={tone}>
        <strong>{sentence}</strong>
        <p>{advice}</p>
        <p>
          None of this promises a profit. It says how surprising the best result would be if none of the trials had an
          edge, on this data and with these costs.
        </p>
      </div>
      <dl className={classes['tests']}>
        {tests.map(({ question, name, finding, wanted, isPassed }) => (
          <div key={name}>
            <dt>
              {question}
              <span className={classes['mark']} data-passed={isPassed ?? undefined}>
                {isPassed === null ? 'Not counted' : isPassed ? '✓ Passed' : '✗ Not passed'}
              </span>
            </dt>
            <dd>
              {finding} Wanted: {wanted}.<span className={classes['term']}>{name}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
