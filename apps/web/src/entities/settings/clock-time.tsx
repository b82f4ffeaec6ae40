import type { ReactElement } from 'react'
import { formatLocalMinute, formatMinute, NOTHING } from '../../ui/format.ts'
import { useUtcDates } from './use-utc-dates.ts'

/** When something happened, in UTC or in the browser's time zone as the user has chosen; not for times of markets. */
export function ClockTime({ time }: { readonly time: string | null }): ReactElement {
  const [isUtc] = useUtcDates()
  if (time === null) return <>{NOTHING}</>
  return (
    <time dateTime={time} title={`${formatMinute(time)} UTC`}>
      {isUtc ? formatMinute(time) : formatLocalMinute(time)}
    </time>
  )
}
