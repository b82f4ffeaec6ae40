import { useEffect, useState } from 'react'
import { RELOAD_AFTER_HIDDEN_MS } from './chart-limits.ts'

/** How often the page has come back after it was hidden for so long that a chart should be loaded again. */
export function useHiddenReloads(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let hiddenAt: number | null = null
    const onChange = (): void => {
      if (document.hidden) hiddenAt = performance.now()
      else if (hiddenAt !== null && performance.now() - hiddenAt >= RELOAD_AFTER_HIDDEN_MS) setCount((one) => one + 1)
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return count
}
