import type { Optimization } from '@tradeloom/contracts'
import { latticeOfSettings } from '@tradeloom/optimizer'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useTopic } from '../../../realtime/socket.ts'
import { RowsBuffer } from './rows-buffer.ts'
import { RowsReader, type RowsState } from './rows-reader.ts'

/** As the specification has it. */
const REDRAW_MS = 5000

type Source = Pick<Optimization, 'id' | 'externalsSettings' | 'objectives' | 'status' | 'readOnly'>

/** The last optimization that was open: its charts, its page about luck and its walk-forward share the rows. */
let latest: RowsReader | null = null

function readerOf({ id, externalsSettings, objectives }: Source): RowsReader {
  if (latest?.id !== id) {
    const buffer = new RowsBuffer(latticeOfSettings(externalsSettings), objectives.length)
    latest = new RowsReader({ id, buffer, redrawMs: REDRAW_MS })
  }
  return latest
}

/** Forgets the rows that are kept: each test has its own. */
export function forgetOptimizationRows(): void {
  latest = null
}

/** All rows of an optimization: what is stored, and live ones while it is in progress. */
export function useOptimizationRows(source: Source): RowsState & { readonly retry: () => void } {
  const { id, status, readOnly } = source
  // oxlint-disable-next-line react/exhaustive-deps -- externals and objectives of an optimization never change
  const reader = useMemo(() => readerOf(source), [id])
  const state = useSyncExternalStore(
    (listener) => reader.subscribe(listener),
    () => reader.state,
  )
  // After the status has changed there may be rows whose event was the last one to be dropped.
  useEffect(() => void reader.read(), [reader, status])
  useTopic(readOnly ? null : `optimisation.${id}`, ({ event, data }) => {
    if (event === 'backtest-result') reader.receive(data.from, data.rows)
    if (event === 'missed') void reader.read()
  })
  return { ...state, retry: () => void reader.read() }
}
