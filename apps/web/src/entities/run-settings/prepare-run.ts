import type { Algorithm, AlgorithmVersionSummary } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { loadUser } from '../user/bootstrap-query.ts'
import { withinLimits } from './run-limits.ts'
import { versionsQuery } from '../algorithms/algorithm-queries.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { backtestsQuery, lastRunQuery } from '../runs/backtest-queries.ts'
import { type LastSettingsRun, runWithLastSettings } from './last-settings.ts'

/** Prepares a run of a version: markets, the user's last settings, and the externals of the algorithm's last run. */
export async function prepareRun(
  client: QueryClient,
  algorithm: Algorithm,
  version: AlgorithmVersionSummary,
  userId: string,
): Promise<LastSettingsRun | null> {
  const [instruments, newest, runs, versions] = await Promise.all([
    client.ensureQueryData(instrumentsQuery),
    client.fetchQuery(lastRunQuery),
    client.ensureInfiniteQueryData(backtestsQuery(algorithm)),
    client.ensureQueryData(versionsQuery(algorithm)),
  ])
  const run = runs.pages[0]?.[0]
  const declared = versions.find(({ id }) => id === run?.algorithmVersionId)?.externals ?? []
  return runWithLastSettings({
    algorithm,
    version,
    userId,
    instruments: withinLimits(instruments, await loadUser(client), Date.now()),
    lastInstrumentId: newest?.instrumentId ?? null,
    lastRun: run === undefined ? null : { run, declared },
  })
}
