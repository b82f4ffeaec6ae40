import { CLOSE_REASONS, cleanText, DIRECTIONS, type Position, POSITION_STATUSES } from '@tradeloom/domain'

/** As many as the engine reports. */
const MOST = 70
const MAX_ID_LENGTH = 100
const MAX_TAG_LENGTH = 100

const NUMBERS = [
  'quantity',
  'openTime',
  'openPrice',
  'profit',
  'pips',
  'commission',
  'swapCost',
  'fundingCost',
] as const
const OPTIONAL = ['closeTime', 'closePrice', 'stopLoss', 'takeProfit', 'trailingStop'] as const

type Loose = Readonly<Record<string, unknown>>

/** Positions of a run in progress that are positions; others are dropped. */
export function cleanPositions(positions: unknown): Position[] {
  return Array.isArray(positions) ? positions.slice(-MOST).flatMap((one: unknown) => cleanPosition(one)) : []
}

function cleanPosition(one: unknown): Position[] {
  const given = (one ?? {}) as Loose
  const { id, instrumentId, tag = null } = given
  const direction = DIRECTIONS.find((known) => known === given['direction'])
  const status = POSITION_STATUSES.find((known) => known === given['status'])
  const reason = given['closeReason'] ?? null
  const closeReason = CLOSE_REASONS.find((known) => known === reason) ?? null
  if (!Number.isSafeInteger(id) || typeof instrumentId !== 'string' || !direction || !status) return []
  if (closeReason !== reason || (tag !== null && typeof tag !== 'string')) return []
  if (!NUMBERS.every((name) => Number.isFinite(given[name]))) return []
  if (!OPTIONAL.every((name) => given[name] === null || Number.isFinite(given[name]))) return []
  const known = Object.fromEntries([...NUMBERS, ...OPTIONAL].map((name) => [name, given[name]]))
  return [
    {
      ...(known as Pick<Position, (typeof NUMBERS)[number] | (typeof OPTIONAL)[number]>),
      id: id as number,
      instrumentId: cleanText(instrumentId, MAX_ID_LENGTH),
      direction,
      status,
      closeReason,
      tag: tag === null ? null : cleanText(tag, MAX_TAG_LENGTH),
    },
  ]
}
