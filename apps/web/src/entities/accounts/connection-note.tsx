import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { useLostSince } from '../../realtime/use-lost-since.ts'
import { formatSecond } from '../../ui/format.ts'

/** Says since when what a panel shows is no longer updated; nothing while it is. Its beginning is enough in a narrow panel. */
export function ConnectionNote(): ReactElement | null {
  const lostAt = useLostSince()
  if (lostAt === null) return null
  const text = `Disconnected, last update ${formatSecond(lostAt).slice(11)} UTC`
  return (
    <Text span inherit truncate role="status" className="loss num" title={text}>
      {text}
    </Text>
  )
}
