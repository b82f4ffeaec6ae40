import type { OptimizationRow } from './optimization-row.ts'

/** All rows as CSV with a header. */
export function csvOfRows(rows: readonly OptimizationRow[]): string {
  const names = Object.keys(rows[0]?.externals ?? {})
  const header = [
    'index',
    ...names,
    'status',
    'profit',
    'profitPercentage',
    'positionCount',
    'maxDrawdown',
    'objective',
  ]
  const lines = rows.map((row) =>
    [
      row.index,
      ...names.map((name) => row.externals[name]),
      row.status,
      row.profit,
      row.profitPercentage,
      row.positionCount,
      row.maxDrawdown,
      row.objective,
    ]
      .map((cell) => cell ?? '')
      .join(),
  )
  return `${[header.join(), ...lines].join('\n')}\n`
}
