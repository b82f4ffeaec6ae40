import { SegmentedControl, Select } from '@mantine/core'
import type { Algorithm, Backtest, TradingSession } from '@tradeloom/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { formatDay, formatLastDay, formatMinute, formatPercent } from '../../../ui/format.ts'
import page from '../../../ui/page.module.css'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { backtestsQuery } from '../../../entities/runs/backtest-queries.ts'
import { NewBacktestButton } from '../../../features/backtests/new-backtest-button.tsx'
import { SessionList } from '../../../features/sessions/session-list.tsx'
import { algorithmSessionsQuery } from '../../../features/sessions/session-queries.ts'
import { useRouteAlgorithm } from '../../../entities/algorithms/use-route-algorithm.ts'
import { OverviewOfSessions } from './overview-of-sessions.tsx'
import { OverviewOfRun } from './overview-of-run.tsx'

export function OverviewPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Overview key={data.id} algorithm={data} />
}

/** `v3 · EURUSD · 2026-01-01 to 2026-06-30 · +4.20%`. */
function titleOf(run: Backtest): string {
  const period = `${formatDay(run.start)} to ${formatLastDay(run.end)}`
  const result = formatPercent(run.profitPercentage, 2, true)
  const market = run.simulated ? `${run.symbol} (simulated)` : run.symbol
  return [run.displayVersionNo, market, run.interval, period, result, formatMinute(run.time)].join(' · ')
}

/** The newest run: on real prices before simulated ones, then of the latest version before others. */
function firstChoice(runs: readonly Backtest[], latestId: string | undefined): Backtest | undefined {
  const real = runs.filter(({ simulated }) => !simulated)
  const best = real.length > 0 ? real : runs
  return best.find(({ algorithmVersionId }) => algorithmVersionId === latestId) ?? best[0]
}

/** What its sessions have done, once it has traded, or else one of its backtests. */
function Overview({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const user = useUser()
  // Those of other users are theirs alone.
  const isOwn = Boolean(user) && !algorithm.readOnly
  const sessions = useQuery({ ...algorithmSessionsQuery(algorithm.id), enabled: isOwn })
  const [chosen, setChosen] = useState<'sessions' | 'backtests'>('sessions')
  useTitle(`${algorithm.name}: overview`)
  const hasTraded = isOwn && (sessions.data?.length ?? 0) > 0
  // Before the positions, which may be many.
  const list = isOwn ? (
    <SessionList
      title="All Trading Sessions"
      tour="overview-sessions"
      empty="No trading sessions"
      query={sessions}
      rows={sessions.data ?? []}
      isAll={false}
    />
  ) : null
  return (
    <div className={page['page']}>
      {hasTraded ? (
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label="Figures of"
          data={[
            { value: 'sessions', label: 'Trading sessions' },
            { value: 'backtests', label: 'Backtests' },
          ]}
          value={chosen}
          onChange={(value) => setChosen(value as typeof chosen)}
        />
      ) : null}
      {isOwn && sessions.isPending ? <LoadingBlock height={320} /> : null}
      {hasTraded && chosen === 'sessions' ? <OverviewOfSessions algorithm={algorithm} sessions={list} /> : null}
      {(isOwn && sessions.isPending) || (hasTraded && chosen === 'sessions') ? null : (
        <OverviewOfBacktests algorithm={algorithm} sessions={isOwn ? sessions.data : []} list={list} />
      )}
    </div>
  )
}

interface OverviewOfBacktestsProps {
  readonly algorithm: Algorithm
  readonly sessions: readonly TradingSession[] | undefined
  /** Of all its sessions. */
  readonly list: ReactElement | null
}

/** Figures of one completed backtest: sums over several would count the same days twice. */
function OverviewOfBacktests({ algorithm, sessions, list }: OverviewOfBacktestsProps): ReactElement {
  const backtests = useInfiniteQuery(backtestsQuery(algorithm))
  const [chosenId, setChosenId] = useState<string | null>(null)
  const runs = backtests.data?.pages.flat().filter(({ status }) => status === 'Completed')
  const { hasNextPage, isFetching, isError, fetchNextPage } = backtests
  // The newest runs may all have failed or been stopped.
  const isLooking = runs?.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage()
  }, [isLooking, isFetching, fetchNextPage])
  const chosen =
    runs?.find(({ id }) => id === chosenId) ?? (runs && firstChoice(runs, algorithm.latestVersion?.id)) ?? null
  return (
    <>
      {backtests.isPending || isLooking ? <LoadingBlock height={320} /> : null}
      {isError ? <ErrorState error={backtests.error} onRetry={() => void backtests.refetch()} /> : null}
      {runs?.length === 0 && !hasNextPage ? (
        <EmptyState
          picture="backtests"
          title="No completed backtests"
          text="The figures of the overview come from a completed backtest."
          action={algorithm.readOnly ? null : <NewBacktestButton algorithm={algorithm} />}
        />
      ) : null}
      {runs === undefined || chosen === null ? (
        list
      ) : (
        <>
          <Select
            label="Figures of the backtest"
            maw={620}
            allowDeselect={false}
            value={chosen.id}
            data={runs.map((run) => ({ value: run.id, label: titleOf(run) }))}
            onChange={setChosenId}
          />
          <OverviewOfRun key={chosen.id} run={chosen} isShared={algorithm.readOnly} sessions={sessions} list={list} />
        </>
      )}
    </>
  )
}
