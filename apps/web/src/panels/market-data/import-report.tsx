import type { MarketImport } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMinute, formatPlain } from '../../ui/format.ts'
import classes from './market-data.module.css'

type Report = NonNullable<MarketImport['report']>
type ReportMonth = Report['months'][number]
type Problem = Report['problems'][number]

const MONTH_COLUMNS: Column<ReportMonth>[] = [
  { id: 'month', header: 'Month', width: 90, value: (row) => row.month, cell: (row) => row.month },
  { id: 'interval', header: 'Series', width: 70, value: (row) => row.interval, cell: (row) => row.interval },
  {
    id: 'rows',
    header: 'Rows',
    width: 90,
    isNumber: true,
    value: (row) => row.rows,
    cell: (row) => formatPlain(row.rows),
  },
  { id: 'status', header: 'Status', width: 100, value: (row) => row.status, cell: (row) => row.status },
]

const PROBLEM_COLUMNS: Column<Problem>[] = [
  { id: 'kind', header: 'Kind', width: 110, value: (row) => row.kind, cell: (row) => row.kind },
  {
    id: 'file',
    header: 'File',
    width: 150,
    value: (row) => row.file,
    cell: (row) => <span title={row.file}>{row.file}</span>,
  },
  {
    id: 'line',
    header: 'Line',
    width: 80,
    isNumber: true,
    value: (row) => row.line,
    cell: (row) => formatPlain(row.line),
  },
  { id: 'message', header: 'Message', width: 320, cell: (row) => <span title={row.message}>{row.message}</span> },
]

const keyOf = (row: object): string => Object.values(row).join(' ')

/** `missingBars` as people read it: `Missing bars`. */
function titleOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(key: string, value: unknown): string | null {
  if (typeof value === 'number') return key === 'first' || key === 'last' ? formatMinute(value) : formatPlain(value, 4)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : null
}

function Facts({ values }: { readonly values: Readonly<Record<string, unknown>> }): ReactElement {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    const text = textOf(key, value)
    return text === null ? [] : [[key, text] as const]
  })
  return (
    <dl className={classes['facts']}>
      {entries.map(([key, text]) => (
        <div key={key}>
          <dt>{titleOf(key)}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What an import found and did: rows and months, bad rows with file and line, quality. */
export function ImportReport({ report }: { readonly report: Report }): ReactElement {
  const problemCount = Object.values(report.problemCounts).reduce((sum, count) => sum + count, 0)
  return (
    <div className={classes['report']}>
      <h3>Quality</h3>
      <Facts values={{ timeZone: report.timezone, ...report.quality }} />
      <h3>Months</h3>
      <DataTable
        label="Months of the import"
        columns={MONTH_COLUMNS}
        rows={report.months}
        rowKey={keyOf}
        maxHeight={220}
      />
      <h3>Problems ({formatPlain(problemCount)})</h3>
      {problemCount === 0 ? <p className="muted">No bad rows.</p> : <Facts values={report.problemCounts} />}
      {report.problems.length > 0 ? (
        <DataTable
          label="Problems of the import"
          columns={PROBLEM_COLUMNS}
          rows={report.problems}
          rowKey={keyOf}
          maxHeight={260}
        />
      ) : null}
      {problemCount > report.problems.length && report.problems.length > 0 ? (
        <p className="muted">The first {formatPlain(report.problems.length)} are listed.</p>
      ) : null}
    </div>
  )
}
