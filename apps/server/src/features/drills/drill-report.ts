import type { DrillResult } from '@tradeloom/contracts'
import type { PositionRow, Tables } from '@tradeloom/database'
import { type AccountLevel, tidy } from '@tradeloom/domain'
import { DRILLS } from '@tradeloom/domain/drills'
import type { LoggedEntry } from '../trading/account-log.ts'
import type { DrillRow } from './drills.repository.ts'

type Audit = Pick<Tables['custodyAudits']['$inferSelect'], 'at' | 'until' | 'isProtected' | 'state'>
type Event = DrillResult['events'][number]

export interface DrillFacts {
  readonly drill: DrillRow
  readonly currency: string
  /** Its position and the closed parts of it. */
  readonly positions: readonly PositionRow[]
  readonly audits: readonly Audit[]
  /** Of the account, closed by its guardian meanwhile. */
  readonly closedByGuardian: readonly Pick<PositionRow, 'closeTime' | 'profit'>[]
  /** Entries of the journal of the account in that time, and what its log says of them. */
  readonly entries: readonly LoggedEntry[]
  readonly log: readonly Event[]
  readonly now: number
}

interface GuardNote {
  readonly by?: string
  readonly level?: AccountLevel
  readonly reason?: string
  readonly reasons?: readonly string[]
}

const FAULTS: Readonly<Record<(typeof DRILLS)[keyof typeof DRILLS]['fault'], readonly [string, string] | null>> = {
  none: null,
  silent: ['No price reaches this account any more', 'Prices reach it again'],
  halted: ['Trading is halted', 'Trading has reopened'],
  killed: ['The work on this account is abandoned, and its lease is lost', ''],
  unanswered: ['The venue does not answer', 'The venue answers again'],
}

/** What a drill has shown, in time and money. */
export function drillReport(facts: DrillFacts): DrillResult {
  const { drill, currency, positions, audits, closedByGuardian, entries, log, now } = facts
  const terms = DRILLS[drill.kind]
  const started = drill.startedAt?.getTime() ?? null
  const [from, until] = [terms.faultFromMs, terms.faultUntilMs].map((ms) => (started ?? Infinity) + ms) as [
    number,
    number,
  ]
  const position = positions.find(({ id }) => id === drill.id)
  const closedAt = position?.closeTime?.getTime() ?? null
  // The time of a fill is that of its price, which may be older than the drill.
  const isClosedAfter = closedAt !== null && (terms.faultFromMs === 0 || closedAt >= from)
  const told = log.find(({ time, level }) => time >= from && level !== 'info')?.time ?? null
  const noticedAt = drill.takenOverAt?.getTime() ?? told ?? (isClosedAfter ? closedAt : null)
  const isUnwatched = terms.fault !== 'none' && terms.fault !== 'unanswered'
  const open = { from: position?.openTime.getTime() ?? Infinity, until: closedAt ?? now }
  const unwatched = isUnwatched ? overlap({ from, until }, open) : 0
  const bare = audits.filter(({ isProtected }) => !isProtected)
  const seconds = (at: number | null): number | null =>
    at === null || !Number.isFinite(from) ? null : Math.max(0, (at - from) / 1000)
  const profit = position && closedAt !== null ? tidy(positions.reduce((sum, one) => sum + one.profit, 0)) : null
  const isByStop = isClosedAfter && position?.closeReason !== 'guardian' && position?.closeReason !== 'script'
  const lost = bare.reduce((sum, { at, until: end }) => sum + ((end?.getTime() ?? now) - at.getTime()), unwatched)
  return {
    unprotected: tidy(lost / 1000),
    noticed: seconds(noticedAt),
    closed: seconds(isClosedAfter ? closedAt : null),
    profit,
    planned: drill.planned,
    currency,
    custody: {
      states: audits.map(({ at, until: end, state, isProtected }) => ({
        state,
        isProtected,
        seconds: tidy(((end?.getTime() ?? now) - at.getTime()) / 1000),
      })),
      closed: isByStop ? seconds(closedAt) : null,
      profit: isByStop ? profit : null,
    },
    guardian: guardianPart(entries, closedByGuardian, seconds),
    events: [...log, ...ownEvents(drill, { from, until, now })].toSorted((a, b) => a.time - b.time),
  }
}

/** What it said and did, as the journal has it. */
function guardianPart(
  entries: readonly LoggedEntry[],
  closed: DrillFacts['closedByGuardian'],
  seconds: (at: number | null) => number | null,
): DrillResult['guardian'] {
  const notes = entries
    .filter(({ kind }) => kind === 'WARNED' || kind === 'LEVEL')
    .map(({ at, body }) => ({ at: at.getTime(), ...(JSON.parse(body) as GuardNote) }))
    .filter(({ by }) => by === 'guardian')
  const warning = notes.find(({ reasons }) => reasons !== undefined)
  const raised = notes.findLast(({ level }) => level !== undefined)
  const times = closed.flatMap(({ closeTime }) => closeTime?.getTime() ?? [])
  return {
    warned: seconds(warning?.at ?? null),
    raised: seconds(raised?.at ?? null),
    level: raised?.level ?? null,
    reason: raised?.reason ?? warning?.reasons?.join('. ') ?? null,
    closed: seconds(times.length > 0 ? Math.max(...times) : null),
    profit: closed.length > 0 ? tidy(closed.reduce((sum, { profit }) => sum + profit, 0)) : null,
  }
}

function ownEvents(
  { kind, startedAt, endedAt, takenOverAt, fall }: DrillRow,
  { from, until, now }: { readonly from: number; readonly until: number; readonly now: number },
): Event[] {
  const stops = endedAt?.getTime() ?? now
  const events: Event[] = []
  const add = (time: number, message: string, level: Event['level'] = 'info'): void => {
    if (time <= stops) events.push({ time, level, message: `Practice: ${message}` })
  }
  if (startedAt === null) return []
  const texts = FAULTS[DRILLS[kind].fault]
  if (texts?.[0]) add(from, texts[0], 'warning')
  if (fall > 0) add(from, `for this account, prices are ${(fall * 100).toFixed(2)}% lower`, 'warning')
  if (texts?.[1]) add(until, texts[1])
  if (takenOverAt) add(takenOverAt.getTime(), 'another work has taken the account over')
  return events
}

function overlap(a: { from: number; until: number }, b: { from: number; until: number }): number {
  return Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from))
}
