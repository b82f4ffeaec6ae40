import type { Algorithm, RunTables } from '@tradeloom/contracts'
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { versionsQuery } from '../algorithms/algorithm-queries.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { lastRunQuery } from '../runs/backtest-queries.ts'
import { withinLimits } from './run-limits.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'

/** What the dialog of a new run offers: `tablesQuery` has the tables of `again`, the run to repeat. */
export function useRunChoices<Key extends QueryKey>(
  algorithm: Pick<Algorithm, 'id' | 'readOnly'>,
  again: { readonly tables: unknown } | null,
  tablesQuery: UseQueryOptions<RunTables, Error, RunTables, Key>,
) {
  const user = useUser()
  const [now] = useState(Date.now)
  const versions = useQuery(versionsQuery(algorithm))
  const instruments = useQuery(instrumentsQuery)
  const hasTables = again !== null && again.tables !== null
  const tables = useQuery({ ...tablesQuery, enabled: hasTables })
  const lastRun = useQuery({ ...lastRunQuery, enabled: again === null })
  return {
    user,
    versions,
    failed: [instruments, tables].find(({ isError }) => isError),
    isPending: versions.isPending || instruments.isPending || (hasTables && tables.isPending) || lastRun.isLoading,
    instruments: withinLimits(instruments.data ?? [], user, now),
    tables: tables.data ?? null,
    /** Without it the form starts with the best instrument. */
    lastInstrumentId: lastRun.data?.instrumentId ?? null,
  }
}
