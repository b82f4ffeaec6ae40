import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { formatCount, formatPlain } from '../../ui/format.ts'

/** Compute units of the run; `remaining` is null when there is no limit. */
export function UnitsLine({
  units,
  remaining,
}: {
  readonly units: number
  readonly remaining: number | null
}): ReactElement {
  if (remaining === null) {
    return (
      <Text size="xs" c="dimmed" className="num">
        {formatCount(units, 'compute unit')}; no limit on this installation
      </Text>
    )
  }
  const [n, m] = [formatPlain(units), formatPlain(remaining)]
  const isTooMuch = units > remaining
  return (
    <Text size="xs" {...(isTooMuch ? { c: 'var(--danger)', role: 'alert' } : { c: 'dimmed' })}>
      {isTooMuch ? (
        <>
          This would use {n} backtest compute units. You have {m} remaining.{' '}
          <Link to="/pricing" className="underlined">
            Upgrade
          </Link>
        </>
      ) : (
        `${n} of your remaining ${m} backtest compute units will be used`
      )}
    </Text>
  )
}
