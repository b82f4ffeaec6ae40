import { useEffect, useState } from 'react'
import { checkDoors, holdPass } from './doors.ts'

const EVERY_MS = 10_000

/** Whether the switch would be taken, as long as somebody looks at it. */
export function useDoors(): 'unknown' | 'taken' | 'refused' | 'silent' {
  const [state, setState] = useState<Awaited<ReturnType<typeof checkDoors>> | 'unknown'>('unknown')
  useEffect(() => {
    let isOver = false
    const check = async (): Promise<void> => {
      let found = await checkDoors()
      // One that has ended is replaced while the server can.
      if (
        found === 'refused' &&
        (await holdPass(true)
          .then(() => true)
          .catch(() => false))
      )
        found = await checkDoors()
      if (!isOver) setState(found)
    }
    void check()
    const timer = setInterval(() => void check(), EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [])
  return state
}
