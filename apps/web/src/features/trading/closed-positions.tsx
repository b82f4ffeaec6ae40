import type { TradingPosition } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatPlain, formatSigned } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import type { PanelProps } from '../dashboard/define-panel.ts'
import { useAccountEvents } from './account-events.ts'
import { ConnectionNote } from './connection-note.tsx'
import { useAccounts } from './accounts.ts'
import { closedPositionColumns } from './position-columns.tsx'
import { profitsText } from './profits-text.ts'
import { closedPositionsQuery } from './trading-queries.ts'
import { useInstruments } from './use-instruments.ts'

/** The newest closed positions, with the totals of all. */
export function ClosedPositions({ title }: Pick<PanelProps<object>, 'title'>): ReactElement {
  useAccountEvents()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(closedPositionsQuery)
  const accounts = useAccounts()
  const instruments = useInstruments()
  const columns = useMemo(() => {
    const remove = async (position: TradingPosition): Promise<void> => {
      if (await removeAfterQuestion(position)) {
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

async function removeAfterQuestion({ id, symbol, quantity, profit }: TradingPosition): Promise<boolean> {
  const isConfirmed = await askToConfirm({
    title: 'Delete position',
    text: `${formatPlain(quantity)} ${symbol} with a profit of ${formatSigned(profit)} disappears from lists and totals.`,
    confirm: 'Delete',
    isDestructive: true,
  })
  if (!isConfirmed) return false
  try {
    await call('deletePosition', { params: { id } })
    return true
  } catch (error) {
    toastError(errorText(error, 'Error deleting position'))
    return false
  }
}
