import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { tidy } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { openPositionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { FailureAlert } from '../entry/failure-alert.tsx'
import { closeEach } from './close-each.ts'
import { profitsText } from './profits-text.ts'

interface CloseAllFormProps {
  readonly accounts: readonly TradingAccount[]
  readonly onDone: () => void
}

/** Closes the positions of one account at the market: says how many they are, and what they make. */
export function CloseAllForm({ accounts, onDone }: CloseAllFormProps): ReactElement {
  const { data: positions = [] } = useQuery(openPositionsQuery)
  const held = accounts.filter(({ id }) => positions.some(({ accountId }) => accountId === id))
  const [chosen, setChosen] = useState<string | null>(null)
  const account = held.find(({ id }) => id === chosen) ?? held[0]
  const open = positions.filter(({ accountId }) => accountId === account?.id)
  const keys = useRef(new Map<string, string>())
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    setFailure(null)
    const problem = await closeEach(open, keys.current)
    setSending(false)
    if (problem === null) onDone()
    else setFailure(problem)
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <Stack gap="sm">
        {held.length < 2 ? null : (
          <NativeSelect
            label="Account"
            value={account?.id}
            disabled={isSending}
            data={held.map((one) => ({ value: one.id, label: accountName(one) }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <Text size="sm">{account === undefined ? 'No open positions' : textOf(account, open)}</Text>
        <FailureAlert failure={failure} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" size="sm" data-autofocus onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" size="sm" color="red.9" disabled={open.length === 0} loading={isSending}>
            {`Close ${formatCount(open.length, 'position')}`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function textOf(account: TradingAccount, open: readonly TradingPosition[]): string {
  const profit = tidy(open.reduce((sum, one) => sum + one.profit, 0))
  const ofSessions = open.filter(({ sessionId }) => sessionId !== null).length
  return [
    `Closes at the market on ${accountName(account)}${account.type === 'live' ? ', with real money' : ''}: ${profitsText(open.length, [{ currency: account.currency, profit }])} now.`,
    ...(ofSessions === 0 ? [] : [`${ofSessions} of them belong to sessions.`]),
    'Working orders stay.',
  ].join(' ')
}
