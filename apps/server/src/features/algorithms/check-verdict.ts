import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import { type CheckFinding, checkFinding, type CheckVerdict, checkVerdict } from '@tradeloom/contracts'
import type { CheckOutcome } from '@tradeloom/sandbox'
import { z } from 'zod'
import type { CheckRow } from './algorithm-rows.ts'

export type EndedCheck = Pick<CheckRow, 'verdict' | 'reason' | 'findings'>

/** Reports come from a process that ran the script, so their shape is validated. */
const sandboxReport = z.object({
  verdict: checkVerdict,
  reason: z.string().max(1000).nullable(),
  findings: z.array(checkFinding).max(20),
  cautions: z.array(checkFinding.pick({ line: true, message: true })).max(20),
  sample: z.object({
    instrumentId: z.string().max(100),
    synthetic: z.boolean(),
    interval: z.string().max(10),
    start: z.number().min(0).max(8e12),
    end: z.number().min(0).max(8e12),
    orders: z.number().int().nonnegative(),
  }),
  isThin: z.boolean(),
})
export type SandboxReport = z.infer<typeof sandboxReport>

/** Most severe first. */
const SEVERITY: readonly CheckVerdict[] = ['look-ahead', 'repaints', 'unstable-warm-up', 'unbiased', 'not-verified']
const MAX_FINDINGS = 20

/** The report of a completed analysis; otherwise a text that says why there is none. */
export function readReport(outcome: CheckOutcome): SandboxReport | string {
  switch (outcome.status) {
    case 'checked': {
      const report = sandboxReport.safeParse(outcome.report)
      return report.success ? report.data : 'The analysis returned no readable report. Check again'
    }
    case 'errored':
      return errorReason(outcome)
    case 'failed':
      return `${ended(`The analysis was interrupted several times, the last time because: ${outcome.error.message}`)} This says nothing about the script: the server was busy, or lost the process. Check again`
    case 'canceled':
      return 'The analysis was canceled. Check again'
  }
}

function errorReason({ kind, error: { line, column, message } }: Extract<CheckOutcome, { status: 'errored' }>): string {
  const text = ended(line === undefined ? message : `Line ${line}, column ${column ?? 1}: ${message}`)
  if (kind === 'script')
    return `The script ended with an error, so its runs could not be compared. ${text} Correct the script, save it and check again`
  if (kind === 'input') return `The analysis could not start. ${text}`
  return `The analysis did not finish, so nothing was verified. ${text}`
}

const IDLE_ADVICE =
  'Run a backtest in which it trades and check again: the analysis uses the market and the settings of the latest backtest'

export function notRun(reason: string): EndedCheck {
  return { verdict: 'not-verified', reason: ended(withoutServerPaths(reason)).slice(0, 1000), findings: [] }
}

/** Combines one or two reports; the reason names the markets and what no analysis can decide. */
export function verdictOf(reports: readonly SandboxReport[], unfinished: string | null): EndedCheck {
  const verdict = SEVERITY.find((one) => reports.some((report) => report.verdict === one)) ?? 'not-verified'
  const findings = new Map<string, CheckFinding>()
  for (const { findings: own } of reports) {
    for (const finding of own) {
      const key = `${finding.kind} ${finding.detector}`
      if (!findings.has(key)) findings.set(key, finding)
    }
  }
  const cautions = new Map(
    reports
      .flatMap((report) => report.cautions)
      .map(({ line, message }) => [message.split(':', 1)[0], withLine(line, message)]),
  )
  const reason = verdict === 'not-verified' ? (reports[0]?.reason ?? '') : ''
  const isBiased = findings.size > 0
  const texts = [
    reason,
    reason === '' ? '' : IDLE_ADVICE,
    `Checked ${reports.map(marketText).join(' and ')}.`,
    unfinished ?? '',
    ...(isBiased ? [] : cautions.values()),
  ]
  return {
    verdict,
    reason: texts
      .filter((text) => text !== '')
      .map(ended)
      .join(' ')
      .slice(0, 1000),
    findings: [...findings.values()]
      .toSorted((a, b) => SEVERITY.indexOf(a.kind) - SEVERITY.indexOf(b.kind))
      .slice(0, MAX_FINDINGS),
  }
}

function withLine(line: number | null, message: string): string {
  return line === null ? message : `Line ${line}: ${message}`
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function marketText({ sample }: SandboxReport): string {
  const { instrumentId, synthetic, interval, start, end, orders } = sample
  const where = synthetic ? 'on simulated data' : `on ${instrumentId}`
  return `${where}, ${day(start)} to ${day(end)}, ${interval}, ${orders} ${orders === 1 ? 'entry' : 'entries'}`
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
