import type { Analysis } from '@tradeloom/engine'

import { metricsTable } from './print-metrics.ts'

type Breakdowns = Analysis['breakdowns']

const GROUPS = {
  byHour: 'BY HOUR OF OPENING (UTC)',
  byWeekday: 'BY DAY OF OPENING (UTC)',
  byDuration: 'BY DURATION',
  byInstrument: 'BY INSTRUMENT',
  byDirection: 'BY DIRECTION',
  byTag: 'BY TAG',
} as const

/** All metrics with their intervals, then the breakdowns. */
export function analysisText({ metrics, breakdowns }: Analysis): string {
  const groups = Object.entries(GROUPS).flatMap(([name, title]) => {
    const found = breakdowns[name as keyof typeof GROUPS]
    return found === undefined ? [] : [groupTable(title, found)]
  })
  return [metricsTable(metrics), monthTable(breakdowns), drawdownTable(breakdowns), ...groups].join('\n')
}

function monthTable({ monthly }: Breakdowns): string {
  const rows = monthly.map(({ month, profit, return: share, whole }) => [
    month,
    fixed(profit),
    percent(share),
    whole ? '' : 'partial',
  ])
  return table(['BY MONTH', 'profit', 'return', ''], rows)
}

function drawdownTable({ drawdowns }: Breakdowns): string {
  const rows = drawdowns.map(({ start, trough, end, depth, depthMoney }) => [
    timeOf(start),
    timeOf(trough),
    end === null ? 'not over yet' : timeOf(end),
    percent(depth),
    fixed(depthMoney),
  ])
  return table(['DRAWDOWNS', 'trough', 'recovery', 'depth', 'in money'], rows)
}

function groupTable(title: string, groups: Breakdowns['byHour']): string {
  const rows = groups.map(({ key, n, profit, winRate, averageProfit }) => [
    key === '' ? 'no tag' : key,
    String(n),
    fixed(profit),
    percent(winRate),
    fixed(averageProfit),
  ])
  return table([title, 'positions', 'profit', 'won', 'average'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return `${[head, ...rows].map(line).join('\n')}\n`
}

function timeOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

function percent(share: number): string {
  return `${fixed(share * 100)} %`
}

function fixed(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' })
}
