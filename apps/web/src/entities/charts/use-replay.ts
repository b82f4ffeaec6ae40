import { useCallback, useEffect, useRef, useState } from 'react'

/** Bars a second. */
export const SPEEDS = [1, 4, 16, 64] as const
export type Speed = (typeof SPEEDS)[number]

/** More often than this, drawing would take all the time. */
const FRAMES = 12

interface Replay {
  /** The end of the last bar that is shown, UTC milliseconds. */
  readonly time: number
  readonly isPlaying: boolean
  readonly speed: Speed
  readonly setSpeed: (speed: Speed) => void
  readonly setPlaying: (isPlaying: boolean) => void
  readonly go: (time: number) => void
  /** By bars, negative ones back. */
  readonly step: (bars: number) => void
}

interface ReplayOptions {
  readonly start: number
  readonly end: number
  /** The end of the bar that is some bars away from the one that ends at a time. */
  readonly away: (time: number, bars: number) => number
}

/** Plays a period bar by bar. */
export function useReplay({ start, end, away }: ReplayOptions): Replay {
  const [time, setTime] = useState(start)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(4)
  const latest = useRef(away)
  useEffect(() => {
    latest.current = away
  }, [away])
  const go = useCallback((to: number) => setTime(Math.min(Math.max(to, start), end)), [start, end])
  const step = useCallback(
    (bars: number) => setTime((from) => Math.min(Math.max(latest.current(from, bars), start), end)),
    [start, end],
  )
  useEffect(() => {
    if (!isPlaying) return undefined
    const frames = Math.min(speed, FRAMES)
    let done = 0
    let shown = 0
    const timer = setInterval(() => {
      done += 1
      // Rounded as a whole, so that no speed loses bars.
      const due = Math.floor((done * speed) / frames)
      step(due - shown)
      shown = due
    }, 1000 / frames)
    return () => clearInterval(timer)
  }, [isPlaying, speed, step])
  const isOver = time >= end
  return { time, isPlaying: isPlaying && !isOver, speed, setSpeed, setPlaying, go, step }
}
