import type { CheckOutcome } from '@tradeloom/sandbox'
import { describe, expect, it } from 'vitest'
import { readReport, type SandboxReport, verdictOf } from './check-verdict.ts'

const IDLE: SandboxReport = {
  verdict: 'not-verified',
  reason: 'The script placed no orders on the sample, so there was nothing to test',
  findings: [],
  cautions: [],
  sample: {
    instrumentId: 'EURUSD:SYNTHETIC',
    synthetic: true,
    interval: 'M15',
    start: Date.UTC(2024, 0, 7),
    end: Date.UTC(2024, 1, 11),
    orders: 0,
  },
  isThin: true,
}

type Errored = Extract<CheckOutcome, { status: 'errored' }>

function errored(kind: Errored['kind'], error: Errored['error']): Errored {
  return { status: 'errored', kind, error, log: [] }
}

describe('why a version is not verified', () => {
  it.each<[string, CheckOutcome, string]>([
    [
      'an error of the script',
      errored('script', { message: 'broken', line: 2, column: 9 }),
      'The script ended with an error, so its runs could not be compared. Line 2, column 9: broken. Correct the script, save it and check again',
    ],
    [
      'data that does not fit the script',
      errored('input', { message: 'There are no prices in the period' }),
      'The analysis could not start. There are no prices in the period.',
    ],
    [
      'a limit, with its place and what its author can do',
      errored('timeout', {
        message: 'A function did not return. Shorten its loops, and check again',
        line: 4,
        column: 3,
      }),
      'The analysis did not finish, so nothing was verified. Line 4, column 3: A function did not return. Shorten its loops, and check again.',
    ],
    [
      'a report of another shape',
      { status: 'checked', report: {} as never, cpuMs: 1 },
      'no readable report. Check again',
    ],
    ['a canceled analysis', { status: 'canceled' }, 'The analysis was canceled. Check again'],
  ])('is explained for %s', (_, outcome, reason) => {
    expect(readReport(outcome)).toContain(reason)
  })

  it('is explained for a script that does not trade, with what can be done', () => {
    expect(verdictOf([IDLE], null).reason).toBe(
      'The script placed no orders on the sample, so there was nothing to test. Run a backtest in which it trades and check again: the analysis uses the market and the settings of the latest backtest. Checked on simulated data, 2024-01-07 to 2024-02-11, M15, 0 entries.',
    )
  })
})
