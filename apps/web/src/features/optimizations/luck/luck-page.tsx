import { Button, SimpleGrid } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { formatCount, formatDay, formatLastDay } from '../../../ui/format.ts'
import page from '../../../ui/page.module.css'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import { useRouteAlgorithm } from '../../../entities/algorithms/use-route-algorithm.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { DocumentationLink } from '../../../entities/documentation/documentation-link.tsx'
import { optimizationQuery } from '../optimization-query.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { useOptimizationRows } from '../rows/use-optimization-rows.ts'
import { BootstrapPanel } from './bootstrap-panel.tsx'
import { CandidatesPanel } from './candidates-panel.tsx'
import classes from './luck.module.css'
import { luckQuery } from './luck-query.ts'
import { MonteCarloPanel } from './monte-carlo-panel.tsx'
import { OverfittingPanel } from './overfitting-panel.tsx'
import { SealPanel } from './seal-panel.tsx'
import { SensitivityPanel } from './sensitivity-panel.tsx'
import { SharpeFigures } from './sharpe-figures.tsx'
import { VerdictPanel } from './verdict-panel.tsx'

const TITLE = 'How much of this is luck?'

/** One page that says in plain words, figures first, how much of the best result of an optimization luck explains. */
export function LuckPage(): ReactElement {
  const { optimisationId = '', algorithmId } = useParams({ strict: false })
  const user = useUser()
  const algorithm = useRouteAlgorithm()
  const isAll = algorithmId === undefined
  const isShared = isAll ? user === null : (algorithm.data?.readOnly ?? false)
  const isKnown = isAll ? user !== undefined : algorithm.data !== undefined
  const query = useQuery({ ...optimizationQuery(optimisationId, isShared), enabled: isKnown })
  useTitle(TITLE)
  const isMissing = query.error instanceof ApiError && [400, 403, 404].includes(query.error.status)
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>{TITLE}</h1>
        <div className={page['actions']}>
          <BackButton optimisationId={optimisationId} algorithmId={algorithmId} />
        </div>
      </div>
      {isMissing ? (
        <EmptyState picture="optimizations" title="Optimization not found" text="It may have been deleted." />
      ) : query.isError && query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined ? (
        query.isError ? null : (
          <LoadingBlock height={400} />
        )
      ) : (
        <Luck optimization={query.data} />
      )}
    </div>
  )
}

function Luck({ optimization }: { readonly optimization: Optimization }): ReactElement {
  const luck = useQuery(luckQuery(optimization))
  const { symbol, start, end, done } = optimization
  return (
    <>
      <p className="muted" style={{ margin: 0 }}>
        {symbol}, {formatDay(start)} to {formatLastDay(end)}, {formatCount(done, 'backtest')} ·{' '}
        <DocumentationLink slug="luck" id={null} onOpen={null} isUnderlined>
          What these figures mean
        </DocumentationLink>
      </p>
      {luck.isPending ? <LoadingBlock height={400} /> : null}
      {luck.isError && luck.data === undefined ? (
        <ErrorState error={luck.error} onRetry={() => void luck.refetch()} />
      ) : null}
      {luck.data === undefined ? null : <Answer optimization={optimization} luck={luck.data} />}
      {optimization.readOnly ? null : <SealPanel algorithmId={optimization.algorithmId} />}
    </>
  )
}

interface AnswerProps {
  readonly optimization: Optimization
  readonly luck: OptimizationLuck
}

function Answer({ optimization, luck }: AnswerProps): ReactElement {
  const results = useOptimizationRows(optimization)
  if (luck.state === 'no-results') {
    return <EmptyState title="No results yet" text="Come back when the optimization has finished some backtests." />
  }
  // Nothing has been computed for any rows yet.
  if (luck.state === 'pending' && luck.best === null) {
    return (
      <>
        <p className={classes['text']} role="status">
          Being computed. With many backtests this takes up to a minute.
        </p>
        <LoadingBlock height={300} />
      </>
    )
  }
  return (
    <>
      <VerdictPanel optimization={optimization} luck={luck} />
      <CandidatesPanel optimization={optimization} luck={luck} rows={results.rows} />
      <SharpeFigures optimization={optimization} luck={luck} positions={positionsOf(luck.best?.index, results.rows)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={12}>
        <OverfittingPanel luck={luck} />
        <BootstrapPanel luck={luck} />
      </SimpleGrid>
      <SensitivityPanel optimization={optimization} luck={luck} />
      {luck.best === null || optimization.readOnly ? null : (
        <MonteCarloPanel optimization={optimization} index={luck.best.index} />
      )}
    </>
  )
}

function positionsOf(index: number | undefined, { rowOf, positionCount }: OptimizationRows): number {
  return index === undefined ? 0 : (positionCount[rowOf(index)] ?? 0)
}

interface BackButtonProps {
  readonly optimisationId: string
  readonly algorithmId: string | undefined
}

function BackButton({ optimisationId, algorithmId }: BackButtonProps): ReactElement {
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={15} aria-hidden />}
      renderRoot={(props) =>
        algorithmId === undefined ? (
          <Link to="/optimizations/$optimisationId" params={{ optimisationId }} {...props} />
        ) : (
          <Link
            to="/algorithms/$algorithmId/optimize/$optimisationId"
            params={{ algorithmId, optimisationId }}
            {...props}
          />
        )
      }
    >
      Back to the optimization
    </Button>
  )
}
