import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from './bootstrap-query.ts'

const EVERY = 60_000

/** While the page is open the login stays; a 401 shows the expired dialogue, a lost connection is no reason to. */
export function useKeepAlive(): void {
  const isSignedIn = Boolean(useUser())
  useEffect(() => {
    if (!isSignedIn) return undefined
    const timer = setInterval(() => void call('keepAlive', {}).catch(() => {}), EVERY)
    return () => clearInterval(timer)
  }, [isSignedIn])
}
