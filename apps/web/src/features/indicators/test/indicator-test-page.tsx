import { Button } from '@mantine/core'
import type { IndicatorDetail } from '@tradeloom/contracts'
import { INTERVALS } from '@tradeloom/domain'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { formatCount } from '../../../ui/format.ts'
import page from '../../../ui/page.module.css'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { requireLogin } from '../../../entities/user/login.ts'
import { useAnalysis } from '../../../entities/scripts/script-analysis.ts'
import { useRouteIndicator } from '../use-route-indicator.ts'
import { type LastTest, NewTestDialog } from './new-test-dialog.tsx'
import { TestLog } from './test-log.tsx'
import { TestOutcome } from './test-outcome.tsx'
import type { IndicatorTest } from './test-settings.ts'
import { draftOf, type TestState, useIndicatorTest } from './use-indicator-test.ts'

/** Runs the indicator on historical prices and shows its lines and its log. */
export function IndicatorTestPage(): ReactElement | null {
  const { data } = useRouteIndicator()
  return data === undefined ? null : <IndicatorTester key={data.id} indicator={data} />
}

function IndicatorTester({ indicator }: { readonly indicator: IndicatorDetail }): ReactElement {
  const { current, start } = useIndicatorTest(indicator)
  const draft = draftOf(indicator)
  const analysis = useAnalysis(draft ?? indicator.script, 'indicator')
  // A script with errors has no parameters; the test of it says what is wrong.
  const parameters = draft !== null && analysis?.errors.length === 0 ? analysis.parameters : indicator.parameters
  const [isOpen, setOpen] = useState(false)
  const [last, setLast] = useState<LastTest | null>(null)
  const open = async (): Promise<void> => {
    // Everybody may test what is part of the program.
    if (indicator.system || (await requireLogin('Please log in to test indicators'))) setOpen(true)
  }
  const newTest = (
    <Button
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={current?.state === 'testing'}
      onClick={() => void open()}
    >
      New Test
    </Button>
  )
  const log = current === null ? null : logOf(current)
  return (
    <div className={page['page']}>
      {current === null ? (
        <Panel title="Test">
          <EmptyState
            picture="indicators"
            title="No test yet"
            text="A test runs the indicator on historical prices and shows its lines, its log and its errors."
            action={newTest}
          />
        </Panel>
      ) : (
        <Panel title="Test" detail={describe(current.test)} actions={newTest} flush>
          <TestOutcome indicator={indicator} current={current} />
        </Panel>
      )}
      {log === null ? null : (
        <Panel title="Log" detail={formatCount(log.length, 'line')} flush>
          {log.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : <TestLog lines={log} />}
        </Panel>
      )}
      <NewTestDialog
        parameters={parameters}
        takesOther={analysis?.takesOther ?? false}
        last={last}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onStart={(test, settings) => {
          setOpen(false)
          setLast({ settings, names: parameters.map(({ name }) => name) })
          start(test)
        }}
      />
    </div>
  )
}

function logOf(current: TestState) {
  if (current.state === 'initialized') return current.values.log
  return current.state === 'errored' ? current.failure.log : null
}

function describe({ instrument, other, interval, start, end, parameters }: IndicatorTest): string {
  const last = new Date(Date.parse(end) - 1).toISOString().slice(0, 10)
  const values = parameters.length === 0 ? '' : ` · ${parameters.map((value) => JSON.stringify(value)).join(', ')}`
  const compared = other === null ? '' : ` with ${other.displaySymbol}`
  return `${instrument.displaySymbol}${compared}, ${INTERVALS[interval].label}, ${start.slice(0, 10)} to ${last}${values}`
}
