import type { ReactElement } from 'react'
import { formatMinute, NOTHING } from '../../ui/format.ts'
import { useUtcDates } from './use-utc-dates.ts'

const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** When something happened, in UTC or in the browser's time zone as the user has chosen; not for times of markets. */
export function ClockTime({ time }: { readonly time: string | null }): ReactElement {
  const [isUtc] = useUtcDates()
  if (time === null) return <>{NOTHING}</>
  const date = new Date(time)
  return (
    <time dateTime={time} title={`${formatMinute(time)} UTC`}>
      {isUtc ? formatMinute(time) : local.format(date)}
    </time>
  )
}
