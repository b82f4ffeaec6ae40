import type { ReactElement } from 'react'
import { useLostSince } from '../../realtime/use-lost-since.ts'
import { formatSecond } from '../../ui/format.ts'

/** Says since when what a panel shows is no longer updated; nothing while it is. */
export function ConnectionNote(): ReactElement | null {
  const lostAt = useLostSince()
  if (lostAt === null) return null
  return (
    <span role="status" className="loss num">
      {`Disconnected, last update ${formatSecond(lostAt).slice(11)} UTC`}
    </span>
  )
}
