import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SeriesState } from '@tradeloom/contracts'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fetchSeries, refreshSeries, type SeriesReads, seriesQuery } from './series-queries.ts'

export interface RunSeries {
  readonly states: readonly SeriesState[]
  /** Names of those that this page is fetching, and why fetching one failed, by name. */
  readonly busy: readonly string[]
  readonly errors: Readonly<Record<string, string>>
  readonly isLoading: boolean
  /** Why nothing is known of them. */
  readonly failure: unknown
  /** False if one cannot be fetched. */
  readonly fetch: (ids: readonly string[]) => Promise<boolean>
  readonly retry: () => void
  /** A run waits for what is fetched for it. */
  readonly isAwaited: boolean
  /** Fetches what a run would miss; false if one cannot be fetched, and for a second run meanwhile. */
  readonly ready: () => Promise<boolean>
}

const LOOK_AGAIN_MS = 1000

const NONE: SeriesReads = { series: [] }

/** The datasets that a script reads, and how to fetch them. */
export function useRunSeries(reads: SeriesReads | null): RunSeries {
  const client = useQueryClient()
  const query = seriesQuery(reads ?? NONE)
  const [isAwaited, setAwaited] = useState(false)
  const isWaiting = useRef(false)
  const [busy, setBusy] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const gone = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    gone.current = controller
    return () => controller.abort()
  }, [])
  const {
    data = [],
    error,
    isPending,
    refetch,
  } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      busy.length > 0 || state.data?.some(({ fetching }) => fetching !== null) ? LOOK_AGAIN_MS : false,
  })
  const fetchOne = async (id: string): Promise<boolean> => {
    const { signal } = gone.current
    setBusy((all) => [...all, id])
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== id)))
    try {
      await fetchSeries(id, signal)
      await refreshSeries(client)
      return true
    } catch (failure) {
      if (!signal.aborted) setErrors((all) => ({ ...all, [id]: errorText(failure) }))
      return false
    } finally {
      setBusy((all) => all.filter((one) => one !== id))
    }
  }
  const fetch = async (ids: readonly string[]): Promise<boolean> =>
    (await Promise.all(ids.map(fetchOne))).every(Boolean)
  return {
    states: data,
    isLoading: isPending,
    busy,
    errors,
    failure: error,
    fetch,
    retry: () => void refetch(),
    isAwaited,
    ready: async () => {
      // The second click of a double click comes before the button shows the first.
      if (isWaiting.current) return false
      isWaiting.current = true
      setAwaited(true)
      // What cannot be listed, or is refused, is said by the server when it gets the run.
      const states = await client.ensureQueryData(query).catch(() => [])
      const missing = states.filter(({ stored, needsKey, problem }) => stored === null && !needsKey && problem === null)
      const isReady = await fetch(missing.map(({ id }) => id))
      isWaiting.current = false
      setAwaited(false)
      return isReady
    },
  }
}
