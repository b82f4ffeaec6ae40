import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyEvent, type LiveEvents, ALWAYS_TOPICS } from '../realtime/live.ts'
import { socket } from '../realtime/socket.ts'
import { useUser } from '../entities/user/bootstrap-query.ts'

/** What each feature does on events: the `*.live.ts` files of their folders. */
const FILES = import.meta.glob<{ readonly live: LiveEvents }>('../{entities,features}/*/*.live.ts', { eager: true })
const LIVE = Object.values(FILES).map(({ live }) => live)

/** Applies the server's events about the signed-in user's data to the caches, once for all screens. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const isSignedIn = Boolean(useUser())
  useEffect(() => {
    if (!isSignedIn) return undefined
    const stops = ALWAYS_TOPICS.map((topic) =>
      socket.subscribe(topic, (event) => applyEvent(topic, event, LIVE, client)),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, isSignedIn])
}
