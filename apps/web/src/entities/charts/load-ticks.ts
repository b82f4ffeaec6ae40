import { CHANNELS, historicalTicks } from '@tradeloom/contracts'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { tickRows } from '../../charts/price-chart/tick-rows.ts'
import { socket } from '../../realtime/socket.ts'

const FAILED = 'Error fetching price ticks. Please try again'

/** Ticks of an instrument. */
export function loadTicks(instrumentId: string): NonNullable<ChartSource['ticks']> {
  return async (side, { start, end }, signal) => {
    const payload = { instrumentId, start: new Date(start).toISOString(), end: new Date(end).toISOString() }
    const reply = await socket.request(CHANNELS.brokers, 'historical-ticks', payload).catch((error: unknown) => {
      throw new Error(FAILED, { cause: error })
    })
    signal.throwIfAborted()
    return tickRows(historicalTicks.parse(reply).rows, side)
  }
}
