/** The intervals of the specification, by key. Bars are aligned to UTC; weeks start on Sunday 00:00 UTC. */
export const INTERVALS = {
  S5: { label: '5 s', ms: 5_000 },
  S15: { label: '15 s', ms: 15_000 },
  S30: { label: '30 s', ms: 30_000 },
  M1: { label: '1 min', ms: 60_000 },
  M2: { label: '2 min', ms: 120_000 },
  M5: { label: '5 min', ms: 300_000 },
  M10: { label: '10 min', ms: 600_000 },
  M15: { label: '15 min', ms: 900_000 },
  M30: { label: '30 min', ms: 1_800_000 },
  H1: { label: '1 h', ms: 3_600_000 },
  H2: { label: '2 h', ms: 7_200_000 },
  H4: { label: '4 h', ms: 14_400_000 },
  H8: { label: '8 h', ms: 28_800_000 },
  H12: { label: '12 h', ms: 43_200_000 },
  D1: { label: '1 day', ms: 86_400_000 },
  W1: { label: '1 week', ms: 604_800_000 },
} as const

/** An interval of finished bars. `Tick` is not one of them: it has no bars. */
export type BarInterval = keyof typeof INTERVALS
export type Interval = BarInterval | 'Tick'
/** Shortest first. */
export const BAR_INTERVALS = Object.keys(INTERVALS) as readonly BarInterval[]
export const INTERVAL_KEYS: readonly Interval[] = ['Tick', ...BAR_INTERVALS]

/** 1970-01-01 was a Thursday; weeks start on the Sunday before. */
const WEEK_OFFSET = 4 * 86_400_000

export function isBarInterval(text: string): text is BarInterval {
  return Object.hasOwn(INTERVALS, text)
}

/** Start of the bar that contains `time`; both UTC milliseconds. */
export function barStart(time: number, interval: BarInterval): number {
  const { ms } = INTERVALS[interval]
  const offset = interval === 'W1' ? WEEK_OFFSET : 0
  return Math.floor((time + offset) / ms) * ms - offset
}
