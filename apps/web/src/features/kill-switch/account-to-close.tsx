import { Text } from '@mantine/core'
import type { KillAccount } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { formatPlain } from '../../ui/format.ts'
import classes from './kill-form.module.css'

/** What is closed of an account: how much is sold or bought back, and what ends besides. */
export function AccountToClose({ account }: { readonly account: KillAccount }): ReactElement {
  const { positions, positionCount, orderCount, sessionCount } = account
  const more = positionCount - positions.length
  const counts = [
    orderCount > 0 ? counted(orderCount, 'order', 'is canceled', 'are canceled') : null,
    sessionCount > 0 ? counted(sessionCount, 'session', 'opens nothing more', 'open nothing more') : null,
    more > 0 ? counted(more, 'further position', 'is closed', 'are closed') : null,
  ].filter((text) => text !== null)
  return (
    <div className={classes['account']}>
      {positions.map(({ instrumentId, direction, quantity }, index) => (
        // Two may be alike, and none moves.
        <Text size="xs" key={index}>
          {direction === 'LONG' ? 'Sells' : 'Buys back'}{' '}
          <span className={classes['figure']}>{formatPlain(quantity)}</span> {instrumentName(instrumentId)}
        </Text>
      ))}
      {counts.map((text) => (
        <Text size="xs" key={text}>
          {text}
        </Text>
      ))}
      {positions.length + counts.length === 0 ? (
        <Text size="xs" c="dimmed">
          Nothing open
        </Text>
      ) : null}
    </div>
  )
}

function counted(count: number, word: string, one: string, many: string): string {
  return count === 1 ? `1 ${word} ${one}` : `${count} ${word}s ${many}`
}
