import type { ImportDetection } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { detectFiles } from './detect-files.ts'

/** What the chosen files seem to be: the first one that was recognized stands for all. `onFound` fills the form in. */
export function useDetection(files: readonly File[], onFound: (found: ImportDetection) => void) {
  const detection = useQuery({
    queryKey: ['detect-import', files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`)],
    queryFn: ({ signal }) => detectFiles(files, signal),
    enabled: files.length > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = detection
  const shown = useMemo(() => {
    const first = data?.find(({ format }) => format !== null) ?? data?.[0]
    return first === undefined || data === undefined ? null : { ...first, ...openIn(data) }
  }, [data])
  const found = useEffectEvent(onFound)
  // Before the browser goes on: a field that gets the focus in between would be filled under the cursor.
  useLayoutEffect(() => {
    if (shown !== null) found(shown)
  }, [shown])
  return { shown, isPending: detection.isFetching, error: detection.error }
}

/** What any of the files leaves open. */
function openIn(all: readonly ImportDetection[]): Pick<ImportDetection, 'asks' | 'symbols'> {
  return {
    asks: [...new Set(all.flatMap(({ asks }) => asks))],
    symbols: [...new Set(all.flatMap(({ symbols }) => symbols))],
  }
}
