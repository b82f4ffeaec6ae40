import type { IndicatorDetail } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { EmptyState, LoadingBlock } from '../../../ui/states.tsx'
import { IndicatorChart } from './indicator-chart.tsx'
import classes from './indicator-test.module.css'
import { ERRORED, NOT_FETCHED, type TestState, TIMED_OUT } from './use-indicator-test.ts'

interface TestOutcomeProps {
  readonly indicator: IndicatorDetail
  readonly current: TestState
}

/** A running test, its chart, or why there is none. */
export function TestOutcome({ indicator, current }: TestOutcomeProps): ReactElement {
  switch (current.state) {
    case 'testing':
      return <LoadingBlock height={420} />
    case 'initialized':
      if (current.values.outputs.every(({ values }) => values.every((value) => value === null))) {
        return (
          <EmptyState
            picture="indicators"
            title="No data returned by technical indicator"
            text="Choose a longer period: an indicator has no value until it has seen enough bars."
          />
        )
      }
      return <IndicatorChart test={current.test} values={current.values} />
    case 'errored': {
      const { message, line, column } = current.failure
      return (
        <Failure title={ERRORED} text={message}>
          {line === null ? null : (
            <Link
              to="/indicators/$indicatorId/edit"
              params={{ indicatorId: indicator.id }}
              search={{ line, column: column ?? 1 }}
            >
              Go to line {line}
            </Link>
          )}
        </Failure>
      )
    }
    case 'timed out':
      return <Failure title={TIMED_OUT} text="There was no answer within 30 seconds." />
    case 'failed':
      return <Failure title={NOT_FETCHED} text={current.reason} />
  }
}

interface FailureProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Failure({ title, text, children }: FailureProps): ReactElement {
  return (
    <div className={classes['failure']} role="alert">
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  )
}
