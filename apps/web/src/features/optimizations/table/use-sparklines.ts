import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { KeyedStore } from '../../../realtime/keyed-store.ts'

/** Between scrolling and asking, so that rows that only pass by are not fetched. */
const PAUSE_MS = 120
/** Of one request. */
const MAX_ROWS = 200

export type Sparklines = KeyedStore<readonly number[]>

/**
 * Equity curves of the rows in view, by index; they are fetched when rows come into view, and never change. Only the
 * cells of those that arrive are drawn again.
 */
export function useSparklines(id: string, indexes: readonly number[]): Sparklines {
  const [known] = useState<Sparklines>(() => new KeyedStore())
  const asked = useRef(new Set<number>())
  const wanted = indexes.join(',')
  useEffect(() => {
    const timer = setTimeout(() => {
      const missing = wanted
        .split(',')
        .filter((text) => text !== '' && !asked.current.has(Number(text)))
        .slice(0, MAX_ROWS)
      if (missing.length === 0) return
      for (const index of missing) asked.current.add(Number(index))
      call('getOptimizationSparklines', { params: { id }, query: { indexes: missing.join(',') } })
        .then((curves) => curves.forEach(({ index, values }) => known.set(String(index), values)))
        // Asked again when they come into view the next time; the numbers beside them are there.
        .catch(() => missing.forEach((index) => asked.current.delete(Number(index))))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [id, known, wanted])
  return known
}
