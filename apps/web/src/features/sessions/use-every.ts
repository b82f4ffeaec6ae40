import { useEffect, useEffectEvent, useState } from 'react'

/** A value that is read at most every `ms` while it is live: what is expensive to show follows more slowly. */
export function useEvery<Value>(ms: number, isLive: boolean, read: () => Value): Value {
  const [shown, setShown] = useState(read)
  const update = useEffectEvent(() => setShown(read()))
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => update(), ms)
    return () => clearInterval(timer)
  }, [ms, isLive])
  return isLive ? shown : read()
}
