import { Text } from '@mantine/core'
import type { AccountGuard, TradingAccount } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { formatNumber, formatSecond, NOTHING } from '../../../ui/format.ts'
import classes from './account-guard.module.css'

type Rule = AccountGuard['rules'][number]

/** Values follow prices. */
const REFRESH_MS = 2_000

const STEPS: Readonly<Record<Rule['step'], string>> = {
  WARN: 'warns',
  NO_NEW: 'opens nothing',
  REDUCE: 'only closes',
  FLATTEN: 'closes everything',
}

/** What each rule of the guardian measures, how far that is from its limit, and what it does there. */
export function GuardRules({ account: { id, currency } }: { readonly account: TradingAccount }): ReactElement | null {
  const { data } = useQuery(
    {
      queryKey: ['account-guard', id],
      queryFn: ({ signal }) => call('getAccountGuard', { params: { id }, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  )
  if (data === undefined) return null
  return (
    <section aria-label="Rules">
      {data.isWatched ? null : (
        <Text size="sm" c="dimmed">
          Nothing is measured now: a guardian watches an account from its first position, order, session or limit on.
        </Text>
      )}
      <ul className={classes['rules']}>
        {data.rules.map((rule) => (
          <RuleRow key={rule.rule} rule={rule} currency={currency} />
        ))}
      </ul>
    </section>
  )
}

function RuleRow({ rule, currency }: { readonly rule: Rule; readonly currency: string }): ReactElement {
  const { title, value, limit, step, asks } = rule
  const unit = rule.unit === 'currency' ? ` ${currency}` : rule.unit === 's' ? ' s' : ''
  const shown = (amount: number): string =>
    `${formatNumber(amount, rule.unit === 'orders' ? 0 : rule.unit === 's' ? 1 : 2)}${unit}`
  const used = value === null ? null : Math.max(0, value)
  const left = used === null || limit === null ? null : Math.max(0, limit - used)
  const share = used === null || limit === null ? 0 : Math.min(1, used / limit)
  const tone = asks === null ? 'calm' : asks === 'WARN' ? 'warn' : 'bad'
  return (
    <li className={classes['rule']} data-tone={tone}>
      <div>
        <span>{title}</span>
        <span className="num">
          {used === null ? NOTHING : shown(used)} {limit === null ? '· no limit' : `of ${shown(limit)}`}
        </span>
      </div>
      <div className={classes['track']} aria-hidden>
        <div style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes['what']}>
        <span>
          {limit === null ? '' : `${left === null ? '' : `${shown(left)} left · `}${STEPS[step]} at the limit`}
        </span>
        <span>{changeOf(rule)}</span>
      </div>
    </li>
  )
}

/** What has changed last: what the rule asks for, or its limit. */
function changeOf({ asks, since, limitChangedAt }: Rule): string {
  if (since !== null && since > (limitChangedAt ?? 0))
    return `${asks === null ? 'fine' : STEPS[asks]} since ${formatSecond(since)}`
  return limitChangedAt === null ? '' : `limit set ${formatSecond(limitChangedAt)}`
}
