import { Button, Group, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { accountsFor } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { accountName } from '../../accounts/account-levels.ts'
import { useAccounts } from '../../accounts/accounts.ts'
import { executionsQuery } from '../../accounts/trading-queries.ts'
import { accountCosts } from './account-costs.ts'

interface AccountCostsProps {
  readonly instrument: MarketInstrument
  readonly onCosts: (costs: ReturnType<typeof accountCosts>) => void
}

/** Sets what an account of the user decides: fees, margin, funding and how opposite positions are kept. */
export function AccountCosts({ instrument, onCosts }: AccountCostsProps): ReactElement | null {
  const accounts = accountsFor(useAccounts() ?? [], instrument)
  const executions = useQuery({ ...executionsQuery, enabled: accounts.length > 0 }).data ?? []
  const [used, setUsed] = useState<string | null>(null)
  if (accounts.length === 0) return null
  return (
    <div role="group" aria-label="Costs as at an account">
      <Group gap={8}>
        {accounts.map((account) => (
          <Button
            key={account.id}
            size="compact-xs"
            variant="default"
            onClick={() => {
              onCosts(accountCosts(instrument, account, executions))
              setUsed(account.id)
            }}
          >
            {`Costs as at ${accountName(account)}`}
          </Button>
        ))}
      </Group>
      {used === null ? null : (
        <Text size="xs" c="dimmed" role="status">
          Fees, margin and accounting were set as the venue states them now. Interest overnight differs each day and is
          not stated: set it below.
        </Text>
      )}
    </div>
  )
}
