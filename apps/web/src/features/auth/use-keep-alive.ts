import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'

const INTERVAL_MS = 60_000

/** Keeps the login alive while the page is open. A 401 shows the expired dialog, a lost connection does not. */
export function useKeepAlive(): void {
  const isSignedIn = Boolean(useUser())
  useEffect(() => {
    if (!isSignedIn) return undefined
    const timer = setInterval(() => void call('keepAlive', {}).catch(() => {}), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isSignedIn])
}
