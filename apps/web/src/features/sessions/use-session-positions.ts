import type { TradingPosition, TradingSession } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { patchPending } from '../../realtime/patch-pending.ts'
import { useTopic } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'
import { sessionClosedPositionsQuery, sessionPositionsQuery } from './session-queries.ts'

/** Keeps the positions of a session up to date: their profit once a second, and what opens and closes at once. */
export function useSessionPositions({ id, stopped }: Pick<TradingSession, 'id' | 'stopped'>): void {
  const client = useQueryClient()
  const isSeen = useIsSeen()
  const { queryKey } = sessionPositionsQuery(id)
  const closed = sessionClosedPositionsQuery(id)
  const patch = (change: (rows: readonly TradingPosition[]) => TradingPosition[]): void => {
    const apply = (): void => void client.setQueryData(queryKey, (rows) => rows && change(rows))
    apply()
    patchPending(client, queryKey, apply)
  }
  useTopic(isSeen ? 'positions' : null, ({ event, data }) => {
    if (event === 'missed') {
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: closed.queryKey })
    }
    if (event === 'position-deleted') void client.invalidateQueries({ queryKey: closed.queryKey })
    if (event !== 'position-update' || data.sessionId !== id) return
    const { snapshot: _, ...position } = data
    const isOpen = position.status === 'OPEN'
    // What it has left open counts with the prices of its stop.
    if (isOpen && stopped !== null) return
    patch((rows) => {
      const others = rows.filter((row) => row.id !== position.id)
      if (!isOpen) return others
      const at = rows.findIndex((row) => row.id === position.id)
      return at < 0 ? [position, ...rows] : rows.with(at, position)
    })
    if (!isOpen) void client.invalidateQueries({ queryKey: closed.queryKey })
  })
}
