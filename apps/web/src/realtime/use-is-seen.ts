import { useEffect, useState } from 'react'

/** A page that is hidden for longer gets no live data. */
const HIDDEN_MS = 5_000

/** False once the page has been hidden for 5 s: subscriptions end, and come back with a snapshot. */
export function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onChange = (): void => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => setSeen(false), HIDDEN_MS)
      else setSeen(true)
    }
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [])
  return isSeen
}
