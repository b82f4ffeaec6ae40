import { Button } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconPlayerStop, IconRepeat, IconTrash, IconX } from '@tabler/icons-react'
import { SETTINGS, summarizeModels } from '@tradeloom/domain'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useState } from 'react'
import { SimulatedBadge, StatusBadge } from '../../../../ui/badges.tsx'
import { formatDay, formatDays, formatLastDay, formatMinute, formatNumber } from '../../../../ui/format.ts'
import { STOPPING, useShownStatus } from '../../stopping.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { requireLogin } from '../../../auth/login.ts'
import { externalsText, intervalLabel, resolutionLabel } from '../../backtest-labels.ts'
import { allowedActions, useBacktestActions } from '../../use-backtest-actions.ts'
import { NewBacktestDialog } from '../../new/new-backtest-dialog.tsx'
import classes from '../backtest-result.module.css'

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

function Actions({ result, isAll }: { readonly result: BacktestDetail; readonly isAll: boolean }): ReactElement {
  const navigate = useNavigate()
  const actions = useBacktestActions(result)
  const allowed = allowedActions(result)
  const isStopping = useShownStatus(result) === STOPPING
  const [isAgain, setAgain] = useState(false)
  const leaveAfter = async (work: () => Promise<boolean>): Promise<void> => {
    if (!(await work())) return
    await (isAll
      ? navigate({ to: '/backtests' })
      : navigate({ to: '/algorithms/$algorithmId/backtest', params: { algorithmId: result.algorithmId } }))
  }
  const runAgain = async (): Promise<void> => {
    if (await requireLogin('Please log in to run new backtests')) setAgain(true)
  }
  return (
    <div className={classes['titleActions']}>
      <Button variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={() => void runAgain()}>
        Run Again
      </Button>
      {allowed.stop ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={isStopping}
          onClick={() => void actions.stop()}
        >
          {isStopping ? STOPPING : 'Stop'}
        </Button>
      ) : null}
      {allowed.cancel ? (
        <Button
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void leaveAfter(actions.cancel)}
        >
          Cancel
        </Button>
      ) : null}
      {allowed.remove ? (
        <Button
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void leaveAfter(actions.remove)}
        >
          Delete
        </Button>
      ) : null}
      <NewBacktestDialog
        algorithm={{ id: result.algorithmId, readOnly: result.readOnly }}
        again={result}
        isOpen={isAgain}
        onClose={() => setAgain(false)}
      />
    </div>
  )
}

/** What was run on which market, its status and its actions. */
export function ResultHeader({
  result,
  isAll,
}: {
  readonly result: BacktestDetail
  readonly isAll: boolean
}): ReactElement {
  const externals = externalsText(result.externals)
  const shownStatus = useShownStatus(result)
  const Title = isAll ? 'h1' : 'h2'
  return (
    <Panel
      flush
      title={
        <span className={classes['title']}>
          {isAll ? <Link to="/backtests">All backtests</Link> : null}
          {isAll ? null : (
            <Link to="/algorithms/$algorithmId/backtest" params={{ algorithmId: result.algorithmId }}>
              All backtests
            </Link>
          )}
        </span>
      }
      actions={<Actions result={result} isAll={isAll} />}
    >
      <div className={classes['title']} style={{ padding: '10px 12px 0' }}>
        <Title>
          {result.symbol} <span className="muted">{result.broker}</span>
        </Title>
        {result.simulated ? <SimulatedBadge /> : null}
        <StatusBadge status={shownStatus} detail={result.status === 'Completed' ? result.detail : null} />
      </div>
      <dl className={classes['info']}>
        <Fact name="Algorithm">
          <Link
            to="/algorithms/$algorithmId/edit/$versionId"
            params={{ algorithmId: result.algorithmId, versionId: result.algorithmVersionId }}
          >
            {result.algorithmName} {result.displayVersionNo}
          </Link>
        </Fact>
        <Fact name="Period">
          {formatDay(result.start)} to {formatLastDay(result.end)} ({formatDays(result.start, result.end)})
        </Fact>
        {result.markets.length === 0 ? null : <Fact name="Other markets">{result.markets.join(', ')}</Fact>}
        <Fact name="Interval">{intervalLabel(result.interval)}</Fact>
        <Fact name="Resolution">{resolutionLabel(result)}</Fact>
        <Fact name="Initial balance">
          {formatNumber(result.initialBalance)} {result.accountCurrency}
        </Fact>
        <Fact name="Prices and costs">
          <span className={classes['wrapping']}>
            {summarizeModels(Object.values(SETTINGS), result.models, result.tables) || 'Default'}
          </span>
        </Fact>
        <Fact name="Externals">{externals || 'None'}</Fact>
        <Fact name="Created">
          {formatMinute(result.time)} by {result.username}
        </Fact>
      </dl>
    </Panel>
  )
}
