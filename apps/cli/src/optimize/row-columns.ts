import type { CsvTypes } from '@tradeloom/market-data'
import type { MarkedRow } from './marked-row.ts'

export interface RowColumn {
  readonly name: string
  readonly type: CsvTypes[string]
  readonly valueOf: (row: MarkedRow) => number | string | boolean | null | undefined
}

/** The columns of files with all rows. `objective2` and `objective3` are there if there are as many objectives. */
export function rowColumns(rows: readonly MarkedRow[]): RowColumn[] {
  const [first] = rows
  const externals = Object.keys(first?.externals ?? {})
  const [, ...moreObjectives] = Object.keys(first?.objectives ?? {})
  return [
    { name: 'index', type: 'BIGINT', valueOf: (row) => row.index },
    ...externals.map((name): RowColumn => ({ name, type: 'DOUBLE', valueOf: (row) => row.externals[name] })),
    { name: 'status', type: 'VARCHAR', valueOf: (row) => row.status },
    { name: 'profit', type: 'DOUBLE', valueOf: (row) => row.profit },
    { name: 'profitPercentage', type: 'DOUBLE', valueOf: (row) => row.profitPercentage },
    { name: 'positionCount', type: 'BIGINT', valueOf: (row) => row.positionCount },
    { name: 'maxDrawdown', type: 'DOUBLE', valueOf: (row) => row.maxDrawdown },
    { name: 'maxDrawdownPercentage', type: 'DOUBLE', valueOf: (row) => row.maxDrawdownPercentage },
    { name: 'objective', type: 'DOUBLE', valueOf: (row) => row.objective },
    ...moreObjectives.map((metric, k): RowColumn => ({
      name: `objective${k + 2}`,
      type: 'DOUBLE',
      valueOf: (row) => row.objectives[metric],
    })),
    { name: 'isFeasible', type: 'BOOLEAN', valueOf: (row) => row.isFeasible },
    { name: 'violation', type: 'DOUBLE', valueOf: (row) => row.violation },
    { name: 'isOnFront', type: 'BOOLEAN', valueOf: (row) => row.isOnFront },
    { name: 'duplicateOf', type: 'BIGINT', valueOf: (row) => row.duplicateOf },
    { name: 'error', type: 'VARCHAR', valueOf: (row) => row.error },
  ]
}
