import type { MarketImport } from '@tradeloom/contracts'
import { useState } from 'react'
import { useTopic } from '../../realtime/socket.ts'

/** The fetch that a page shows: the one that it has started, or that was under way before, to its end. */
export function useFetch(running: MarketImport | null) {
  const [known, setKnown] = useState<MarketImport | null>(null)
  const current = known !== null && (running === null || isRunning(known) || known.id === running.id) ? known : running
  useTopic(current !== null && isRunning(current) ? `import.${current.id}` : null, (event) => {
    if (event.event === 'import') setKnown(event.data)
  })
  return { current, follow: setKnown }
}

export function isRunning({ status }: MarketImport): boolean {
  return status === 'Queued' || status === 'In Progress'
}
