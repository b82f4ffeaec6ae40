import type { ApiUsage } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPlain } from '../../ui/format.ts'
import classes from './api-access.module.css'

const TITLES: Record<ApiUsage['period'], string> = { '24h': 'Last 24 hours', '30d': 'Last 30 days' }
/** From this percentage on, a bar warns. */
const NEARLY = 80

/** The percentage of credits used out of available, for each period. */
export function UsageBars({ usage }: { readonly usage: readonly ApiUsage[] }): ReactElement {
  return (
    <section className={classes['usage']} aria-labelledby="api-usage-title">
      <h3 id="api-usage-title">Credits used</h3>
      {usage.map((one) => (
        <UsageBar key={one.period} usage={one} />
      ))}
      <p className={classes['note']}>
        Usage is counted over rolling hours.{' '}
        {usage.some(({ available }) => available !== null) ? 'The 30 days are limited.' : null}
      </p>
    </section>
  )
}

function UsageBar({ usage: { period, used, available } }: { readonly usage: ApiUsage }): ReactElement {
  const title = TITLES[period]
  if (available === null) {
    return (
      <p className={classes['row']}>
        <span>{title}</span>
        <span className="num">{formatPlain(used)} · no limit</span>
      </p>
    )
  }
  const percentage = available === 0 ? 100 : (used / available) * 100
  const shown = percentage > 0 && percentage < 1 ? 'less than 1' : String(Math.min(100, Math.floor(percentage)))
  return (
    <div>
      <p className={classes['row']}>
        <span>{title}</span>
        <span className="num">
          {shown} % <span className="muted">· {`${formatPlain(used)} of ${formatPlain(available)}`}</span>
        </span>
      </p>
      <div
        className={classes['bar']}
        role="meter"
        aria-label={`${title}: credits used out of available`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.floor(percentage))}
        aria-valuetext={`${shown} %, ${formatPlain(used)} of ${formatPlain(available)} credits`}
        data-nearly={percentage >= NEARLY || undefined}
      >
        <span style={{ inlineSize: `${Math.min(100, percentage)}%` }} />
      </div>
    </div>
  )
}
