import { isoTime } from '@tradeloom/domain'

import type { Place } from './report.ts'

/** Something that a script did to its orders or positions, in the order in which it did it. */
export interface Action {
  /** Simulated time, UTC milliseconds. */
  readonly time: number
  readonly kind: 'buy' | 'sell' | 'close' | 'close all' | 'modify' | 'cancel' | 'oco'
  /** What else must agree: type, quantity, prices and the engine's answer. */
  readonly detail: string
  /** Stop loss and take profit as they were asked for; finer than what runs must agree in. */
  readonly attached: string
  /** Null where the run was not asked for it. */
  readonly place: Place | null
}

export interface Difference {
  /** Null where one of the runs did nothing more. */
  readonly first: Action | null
  readonly second: Action | null
}

/** Times are computed with fractions of milliseconds, which a shift by decades rounds away. */
const SAME_MS = 1
/** The engine's answer is the last word of an order's detail. */
const REFUSED = ' REJECTED'

/** An order that was refused is none: with orders like that nothing is proved. */
export function isEntry({ kind, detail }: Action): boolean {
  return (kind === 'buy' || kind === 'sell') && !detail.endsWith(REFUSED)
}

/** The first action in which two runs differ, or null. Times of `second` are taken back by `shift`. */
export function firstDifference(first: readonly Action[], second: readonly Action[], shift = 0): Difference | null {
  const length = Math.max(first.length, second.length)
  for (let at = 0; at < length; at++) {
    const one = first[at] ?? null
    const other = second[at] ?? null
    if (one && other && isSame(one, other, shift)) continue
    return { first: one, second: other && { ...other, time: other.time - shift } }
  }
  return null
}

function isSame(one: Action, other: Action, shift: number): boolean {
  return Math.abs(one.time - (other.time - shift)) <= SAME_MS && one.kind === other.kind && one.detail === other.detail
}

/** How much of the entries of `first` is found again in `second`, at the same moment and side: 0 to 1. */
export function survival(first: readonly Action[], second: readonly Action[], shift = 0): number {
  const wanted = first.filter(isEntry)
  if (wanted.length === 0) return 1
  const left = new Map<string, number>()
  for (const action of second.filter(isEntry)) {
    const key = entryKey(action, shift)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  let found = 0
  for (const action of wanted) {
    const key = entryKey(action, 0)
    const count = left.get(key) ?? 0
    if (count === 0) continue
    left.set(key, count - 1)
    found += 1
  }
  return found / wanted.length
}

function entryKey(action: Action, shift: number): string {
  return `${Math.round(action.time - shift)} ${action.kind}`
}

/** The entries of `first` that are not in `second`, with the same moment, side, detail and stops. */
export function entriesWithout(first: readonly Action[], second: readonly Action[]): Action[] {
  const key = (action: Action): string => `${entryKey(action, 0)} ${action.detail} ${action.attached}`
  const left = new Map<string, number>()
  for (const action of second.filter(isEntry)) left.set(key(action), (left.get(key(action)) ?? 0) + 1)
  return first.filter(isEntry).filter((action) => {
    const count = left.get(key(action)) ?? 0
    left.set(key(action), count - 1)
    return count <= 0
  })
}

/** For sentences: `buys at 2024-02-05T08:00:00.000Z (line 12)`. */
export function describeAction({ kind, time }: Action): string {
  const verb = {
    buy: 'buys',
    sell: 'sells',
    close: 'closes',
    'close all': 'closes all',
    modify: 'modifies',
    cancel: 'cancels',
    oco: 'links orders',
  }
  return `${verb[kind]} at ${readable(time)}`
}

export function readable(time: number): string {
  return isoTime(Math.floor(time / 1000) * 1000)
    .replace('.000Z', ' UTC')
    .replace('T', ' ')
}

/** The action after which the runs go apart. */
export function earlier({ first, second }: Difference): Action | null {
  if (!first) return second
  if (!second) return first
  return second.time < first.time - SAME_MS ? second : first
}
