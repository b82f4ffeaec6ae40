import { Stack } from '@mantine/core'
import {
  gradeText,
  type ImportSeries,
  type MarketImport,
  problemText,
  seriesNotes,
  seriesTitle,
} from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { formatPlain } from '../../../ui/format.ts'
import classes from '../market-data.module.css'

type Report = NonNullable<MarketImport['report']>
type ReportMonth = Report['months'][number]
type Problem = Report['problems'][number]

const STATUS: Readonly<Record<string, string>> = { written: 'Written', unchanged: 'Unchanged', refused: 'Refused' }

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
  {
    id: 'status',
    header: 'Status',
    width: 100,
    value: (row) => row.status,
    cell: (row) => STATUS[row.status] ?? row.status,
  },
]

const PROBLEM_COLUMNS: Column<Problem>[] = [
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
  { id: 'message', header: 'Message', width: 420, cell: (row) => <span title={row.message}>{row.message}</span> },
]

const keyOf = (row: object): string => Object.values(row).join(' ')

function SeriesFacts({ series }: { readonly series: ImportSeries }): ReactElement {
  const notes = seriesNotes(series)
  const grade = series.grade ?? null
  return (
    <Stack gap={2}>
      <p className="num">{seriesTitle(series)}</p>
      {grade === null ? null : (
        <p className="num">
          <strong>{gradeText(grade.goodPercent)} good</strong>
          {notes.length === 0 ? ': complete, no defects' : ''}
        </p>
      )}
      {notes.length === 0 ? null : (
        <ul className="num prose">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** The result of an import: data quality, problems in the files, and the months. */
export function ImportReport({ report }: { readonly report: Report }): ReactElement {
  const problems = Object.entries(report.problemCounts)
  const problemCount = problems.reduce((sum, [, count]) => sum + count, 0)
  return (
    <div className={classes['report']}>
      <h3>Quality</h3>
      {report.series?.map((series) => (
        <SeriesFacts key={`${series.interval} ${series.price}`} series={series} />
      ))}
      <p className="muted">Times in the files were read as {report.timezone}.</p>
      <h3>Rows in the files</h3>
      {problemCount === 0 ? (
        <p className="muted">All rows are valid.</p>
      ) : (
        <ul className="num prose">
          {problems.map(([kind, count]) => (
            <li key={kind}>{problemText(kind, count)}</li>
          ))}
        </ul>
      )}
      {report.problems.length > 0 ? (
        <DataTable
          label="Import problems"
          columns={PROBLEM_COLUMNS}
          rows={report.problems}
          rowKey={keyOf}
          maxHeight={260}
        />
      ) : null}
      {problemCount > report.problems.length && report.problems.length > 0 ? (
        <p className="muted">Only the first {formatPlain(report.problems.length)} are listed.</p>
      ) : null}
      <h3>Months</h3>
      <DataTable label="Imported months" columns={MONTH_COLUMNS} rows={report.months} rowKey={keyOf} maxHeight={220} />
    </div>
  )
}
