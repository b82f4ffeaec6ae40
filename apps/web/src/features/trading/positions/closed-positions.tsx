import type { TradingPosition } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { DataTable } from '../../../ui/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { askToDeletePosition } from '../../../entities/positions/ask-to-delete-position.ts'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { useAccounts } from '../../../entities/accounts/accounts.ts'
import { closedPositionColumns } from '../../../entities/positions/position-columns.tsx'
import { profitsText } from './profits-text.ts'
import { closedPositionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'

/** The newest closed positions, with the totals of all. */
export function ClosedPositions({ title }: Pick<PanelProps<object>, 'title'>): ReactElement {
  useAccountEvents()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(closedPositionsQuery)
  const accounts = useAccounts()
  const instruments = useInstruments()
  const columns = useMemo(() => {
    const remove = async (position: TradingPosition): Promise<void> => {
      if (await askToDeletePosition(position)) {
        await client.invalidateQueries({ queryKey: closedPositionsQuery.queryKey })
      }
    }
    return closedPositionColumns({ instruments, accounts }, (position) => void remove(position))
  }, [client, instruments, accounts])
  const meta = data?.meta
  const detail =
    meta === undefined || meta.closedPositionCount === 0
      ? undefined
      : profitsText(meta.closedPositionCount, meta.profits)
  return (
    <Panel title={title} flush actions={<ConnectionNote />} detail={detail}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows rows={4} />
      ) : data.positions.length === 0 ? (
        <EmptyState title="No closed positions" />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={data.positions}
          rowKey={({ id }) => id}
          maxHeight="100%"
          hasCards
        />
      )}
    </Panel>
  )
}
