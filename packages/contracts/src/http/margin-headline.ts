import { marginFigures } from './margin-figures.ts'

type Statistics = Readonly<Record<string, number | null | undefined>>

/**
 * Returns one sentence about what margin has decided in a run: an account that could no longer trade, margin calls,
 * closeouts and rejected orders; null if it has decided nothing. The engine's `MarginRecord` counts.
 */
export function marginHeadline(statistics: Statistics | null): string | null {
  if (statistics === null) return null
  const parts = ruinOf(statistics)
  const read = (key: string): number => statistics[key] ?? 0
  const calls = read('marginCalls')
  const closeouts = read('closeouts')
  const rejections = read('allMarginRejections')
  if (calls > 0) parts.push(counted(calls, 'margin call'))
  // The closeout of the last position is reported already.
  if (closeouts > (parts.includes(LAST_CLOSED) ? 1 : 0)) {
    parts.push(`the broker closed ${counted(closeouts, 'position')} for lack of margin`)
  }
  if (rejections > read('marginRejections') || (rejections > 0 && !isRuined(statistics))) {
    parts.push(`${counted(rejections, 'order')} rejected for lack of margin`)
  }
  const text = parts.join('; ')
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether margin has ended trading or positions, instead of only coming near to it. */
export function isMarginSevere(statistics: Statistics | null): boolean {
  return statistics !== null && (isRuined(statistics) || (statistics['closeouts'] ?? 0) > 0)
}

/** How far margin was used; null for results without it. */
export function marginExtent(statistics: Statistics | null, currency: string): string | null {
  const figures = new Map(marginFigures(statistics)?.map((figure) => [figure.key, figure]))
  const [used, percent, leverage] = ['maxUsedMargin', 'maxCloseoutPercent', 'leverage'].map((key) => figures.get(key))
  if (!used || !percent || !leverage) return null
  const reached = percent.value === null ? 'with no equity left' : `and the closeout percent ${percent.text}`
  const at = leverage.value === null ? '' : `, at a leverage of ${leverage.text}`
  return `Used margin reached ${used.text} ${currency} ${reached}${at}.`
}

const LAST_CLOSED = 'the broker closed the last position'

function isRuined({ outOfMarginSince, marginRejections, positionCount }: Statistics): boolean {
  return (outOfMarginSince ?? null) !== null || ((marginRejections ?? 0) > 0 && positionCount === 0)
}

/** What is said about an account that could no longer trade. */
function ruinOf(statistics: Statistics): string[] {
  if (!isRuined(statistics)) return []
  const since = statistics['outOfMarginSince'] ?? null
  const rejections = statistics['marginRejections'] ?? 0
  const rejected = `${counted(rejections, 'order')} rejected`
  if (since === null) return ['not enough margin for any order', rejected, 'no positions']
  const day = new Date(since).toISOString().slice(0, 10)
  return [`ran out of margin on ${day}`, rejections === 0 ? LAST_CLOSED : rejected, 'no positions since']
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
