import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import { type CheckFinding, checkFinding, type CheckVerdict, checkVerdict } from '@tradeloom/contracts'
import type { CheckOutcome } from '@tradeloom/sandbox'
import { z } from 'zod'
import type { CheckRow } from './algorithms.repository.ts'

export type EndedCheck = Pick<CheckRow, 'verdict' | 'reason' | 'findings'>

/** What comes from a runner has been near the script: its shape is checked. */
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

/** The gravest first. */
const GRAVITY: readonly CheckVerdict[] = ['look-ahead', 'repaints', 'unstable-warm-up', 'clean', 'not-run']
const MOST_FINDINGS = 20

/** The report of a check that came to its end; a text when it did not, or when what came cannot be read. */
export function readReport(outcome: CheckOutcome): SandboxReport | string {
  switch (outcome.status) {
    case 'checked': {
      const report = sandboxReport.safeParse(outcome.report)
      return report.success ? report.data : 'The check gave no report that can be read'
    }
    case 'errored': {
      const { line, column, message } = outcome.error
      const text = line === undefined ? message : `Line ${line}, column ${column ?? 1}: ${message}`
      return outcome.kind === 'timeout' ? `The check was not finished, so nothing is proved. ${text}` : text
    }
    default:
      return 'The check was lost; please try again'
  }
}

export function notRun(reason: string): EndedCheck {
  return { verdict: 'not-run', reason: withoutServerPaths(reason).slice(0, 1000), findings: [] }
}

/** What one or two reports say together; the reason tells the markets, and what no check can decide. */
export function verdictOf(reports: readonly SandboxReport[], unfinished: string | null): EndedCheck {
  const verdict = GRAVITY.find((one) => reports.some((report) => report.verdict === one)) ?? 'not-run'
  const findings = new Map<string, CheckFinding>()
  for (const { findings: own } of reports) {
    for (const finding of own) {
      const key = `${finding.kind} ${finding.proof}`
      if (!findings.has(key)) findings.set(key, finding)
    }
  }
  const cautions = new Map(
    reports
      .flatMap((report) => report.cautions)
      .map(({ line, message }) => [message.split(':', 1)[0], told(line, message)]),
  )
  const reason = verdict === 'not-run' ? (reports[0]?.reason ?? '') : ''
  const isLie = findings.size > 0
  const texts = [
    reason,
    `Checked ${reports.map(marketText).join(' and ')}.`,
    unfinished ?? '',
    ...(isLie ? [] : cautions.values()),
  ]
  return {
    verdict,
    reason: texts
      .filter((text) => text !== '')
      .map(ended)
      .join(' ')
      .slice(0, 1000),
    findings: [...findings.values()]
      .toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))
      .slice(0, MOST_FINDINGS),
  }
}

function told(line: number | null, message: string): string {
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
