import { socketRequests } from '@tradeloom/contracts'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { tickRows } from '../../charts/price-chart/tick-rows.ts'
import { ask } from '../../realtime/ask.ts'

const FAILED = 'Error fetching price ticks. Please try again'

/** Ticks of an instrument. */
export function loadTicks(instrumentId: string): NonNullable<ChartSource['ticks']> {
  return async (side, { start, end }, signal) => {
    const payload = { instrumentId, start: new Date(start).toISOString(), end: new Date(end).toISOString() }
    const { rows } = await ask(socketRequests.fetchTicks, payload).catch((error: unknown) => {
      throw new Error(FAILED, { cause: error })
    })
    signal.throwIfAborted()
    return tickRows(rows, side)
  }
}
