import type { AuditLine } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { NOTHING } from '../../ui/format.ts'
import type { Column } from '../../ui/table-column.ts'
import { ClockTime } from '../settings/clock-time.tsx'

const VIA = { web: 'Web page', api: 'API', cli: 'Terminal', server: 'Server' } as const

interface AuditTableProps {
  /** Newest first. */
  readonly lines: readonly AuditLine[]
  readonly maxHeight?: string
}

/** Lines of the audit log. */
export function AuditTable({ lines, maxHeight = '70vh' }: AuditTableProps): ReactElement {
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      rows={lines}
      rowKey={({ n }) => String(n)}
      rowHeight={30}
      maxHeight={maxHeight}
    />
  )
}

const COLUMNS: Column<AuditLine>[] = [
  { id: 'time', header: 'Time', width: 135, cell: ({ at }) => <ClockTime time={new Date(at).toISOString()} /> },
  {
    id: 'actor',
    header: 'By',
    width: 130,
    cell: ({ actor, via }) => actor ?? (via === 'web' ? 'Visitor' : VIA[via]),
  },
  { id: 'action', header: 'What', width: 190, cell: ({ action }) => actionText(action) },
  { id: 'object', header: 'To', width: 150, cell: ({ object }) => object ?? NOTHING },
  { id: 'detail', header: 'Detail', width: 240, cell: ({ detail }) => detailText(detail) },
  { id: 'via', header: 'Via', width: 90, cell: ({ via }) => VIA[via] },
  { id: 'address', header: 'Address', width: 130, cell: ({ address }) => address ?? NOTHING },
]

function actionText(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1).replaceAll('-', ' ')
}

function detailText(detail: AuditLine['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${value ?? 'none'}`)
    .join(', ')
}
