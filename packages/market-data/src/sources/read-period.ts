/** The days of a period such as 2024, 2024-S1, 2024-Q3, 2024-07, 2024-W05 or 2024-07-01, in UTC milliseconds. */
export interface Period {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

const DAY = 86_400_000
/** Months of each kind of part of a year. */
const MONTHS: Readonly<Record<string, number>> = { Q: 3, S: 6, H: 6, B: 6 }

/** Null for another text. */
export function readPeriod(text: string): Period | null {
  const match = /^(\d{4})(?:-?([QSHBW])(\d{1,2})|-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/.exec(text)
  if (!match) return null
  const [, year = '', kind, part, month, day] = match
  const y = Number(year)
  if (day !== undefined) return checked(y, Number(month), Number(day))
  if (month !== undefined) return Number(month) < 1 || Number(month) > 12 ? null : months(y, Number(month), 1)
  if (kind === undefined) return months(y, 1, 12)
  const n = Number(part)
  if (kind === 'W') return n < 1 || n > 53 ? null : week(y, n)
  const length = MONTHS[kind] ?? 12
  return n < 1 || n * length > 12 ? null : months(y, (n - 1) * length + 1, length)
}

function checked(year: number, month: number, day: number): Period | null {
  const start = Date.UTC(year, month - 1, day)
  const isDay = new Date(start).getUTCMonth() === month - 1 && new Date(start).getUTCDate() === day
  return isDay ? { start, end: start + DAY } : null
}

function months(year: number, first: number, count: number): Period {
  return { start: Date.UTC(year, first - 1, 1), end: Date.UTC(year, first - 1 + count, 1) }
}

/** Weeks begin on Mondays; the first one holds January 4. */
function week(year: number, number: number): Period {
  const fourth = Date.UTC(year, 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY
  const start = monday + (number - 1) * 7 * DAY
  return { start, end: start + 7 * DAY }
}
