import type { TradingAccount } from '@tradeloom/contracts'
import { GUARD_LIMIT_NAMES, GUARD_LIMITS, venueName } from '@tradeloom/domain'
import { formatNumber } from '../../ui/format.ts'

/** What an account may do, as its owner reads it. */
export const LEVEL_NAMES: Readonly<Record<TradingAccount['level'], string>> = {
  ACTIVE: 'Trades',
  NO_NEW: 'Opens nothing',
  REDUCE: 'Only closes',
  FLATTEN: 'Closed down',
}

/** The state of its guard in a few words. */
export function guardText({ level, warnings, ...account }: TradingAccount): string {
  if (level !== 'ACTIVE') return LEVEL_NAMES[level]
  if (warnings.length > 0) return 'Warning'
  const limits = GUARD_LIMIT_NAMES.flatMap((name) => {
    const limit = account[name]
    return limit === null ? [] : [GUARD_LIMITS[name].short.replace('{}', formatNumber(limit))]
  })
  if (limits.length > 1) return `${limits.length} limits`
  return limits[0] ?? 'No limit'
}

/** The name of an account among those of its user; of one that is shared with them also by whom, and as what. */
export function accountName({
  broker,
  accountNo,
  share,
}: Pick<TradingAccount, 'broker' | 'accountNo' | 'share'>): string {
  const name = accountNo.startsWith(broker) ? accountNo : `${venueName(broker)} ${accountNo}`
  return share === null ? name : `${name}, shared by ${share.owner} · ${share.role}`
}

/** What an account that does not trade freely may do, and why. */
export function levelText({ level, levelReason, ...account }: TradingAccount): string {
  return `${accountName(account)}: ${LEVEL_NAMES[level].toLowerCase()}. ${levelReason ?? ''}`
}
