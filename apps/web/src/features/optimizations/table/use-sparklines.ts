import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'

/** Between scrolling and asking, so that rows that only pass by are not fetched. */
const PAUSE_MS = 120
/** Of one request. */
const MAX_ROWS = 200

/** Equity curves of the rows in view, by index; they are fetched when rows come into view, and never change. */
export function useSparklines(id: string, indexes: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const [known, setKnown] = useState<ReadonlyMap<number, readonly number[]>>(new Map())
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
        .then((curves) =>
          setKnown((before) => new Map([...before, ...curves.map(({ index, values }) => [index, values] as const)])),
        )
        // Asked again when they come into view the next time; the numbers beside them are there.
        .catch(() => missing.forEach((index) => asked.current.delete(Number(index))))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [id, wanted])
  return known
}
