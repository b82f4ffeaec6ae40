import { useEffect, useState } from 'react'
import { whileSeen } from './while-seen.ts'

/** False once the page has been hidden for 5 s: subscriptions end, and come back with a snapshot. */
export function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(
    () =>
      whileSeen((isAgain) => {
        if (isAgain) setSeen(true)
        return () => setSeen(false)
      }),
    [],
  )
  return isSeen
}
