import { useEffect, useRef, useState } from 'react'

/** The value, at most once in so many milliseconds; the last one is never lost. */
export function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = value
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(latest.current)
    }, ms)
  }, [value, ms])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return shown
}
