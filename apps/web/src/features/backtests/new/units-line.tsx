import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { formatPlain } from '../../../ui/format.ts'

/** What the run costs; `remaining` null means that nobody counts. */
export function UnitsLine({
  units,
  remaining,
}: {
  readonly units: number
  readonly remaining: number | null
}): ReactElement {
  const n = formatPlain(units)
  if (remaining === null) {
    return (
      <Text size="xs" c="dimmed" className="num">
        {n} compute {units === 1 ? 'unit' : 'units'}; no limit on this installation
      </Text>
    )
  }
  const m = formatPlain(remaining)
  const isTooMuch = units > remaining
  return (
    <Text size="xs" {...(isTooMuch ? { c: 'var(--danger)', role: 'alert' } : { c: 'dimmed' })}>
      {isTooMuch
        ? `This would use ${n} backtest compute units. You have ${m} remaining.`
        : `${n} of your remaining ${m} backtest compute units will be used`}
    </Text>
  )
}
