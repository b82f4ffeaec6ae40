import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Algorithm, Backtest } from '@tradeloom/contracts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { backtestsQuery } from '../../../entities/runs/backtest-queries.ts'
import classes from './run-dock.module.css'
import { RunRow } from './run-row.tsx'
import { Hint } from '../../../ui/hint.tsx'

const SHOWN = 5
const POLL_MS = 3000

interface RunDockProps {
  readonly algorithm: Algorithm
  /** The run that was started in this editor. */
  readonly startedId: string | null
  readonly onGoTo: (line: number, column: number) => void
}

const isUnfinished = ({ status }: Backtest): boolean => status === 'Queued' || status === 'In Progress'

/** The last runs of the algorithm below its code: the newest one, and on demand the four before it. */
export function RunDock({ algorithm, startedId, onGoTo }: RunDockProps): ReactElement | null {
  const [isOpen, { toggle }] = useDisclosure(false)
  const runs = useInfiniteQuery({
    ...backtestsQuery(algorithm),
    // Live updates come over the socket; this is for when it is interrupted.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.some(isUnfinished) ? POLL_MS : false),
  })
  const rows = runs.data?.pages[0] ?? []
  const started = rows.find(({ id }) => id === startedId)
  const errorLine = started?.errorLine ?? null
  const errorColumn = started?.errorColumn ?? 1
  const jump = useEffectEvent(onGoTo)
  useEffect(() => {
    if (startedId !== null && errorLine !== null) jump(errorLine, errorColumn)
  }, [startedId, errorLine, errorColumn])
  const [newest] = rows
  if (newest === undefined) return null
  const shown = rows.slice(0, isOpen ? SHOWN : 1)
  return (
    <section className={classes['dock']} aria-label="Last runs" data-tour="runs">
      <ul>
        {shown.map((row) => (
          <RunRow key={row.id} row={row} before={completedBefore(rows, row)} onGoTo={onGoTo} />
        ))}
      </ul>
      {rows.length > 1 ? (
        <Hint label={isOpen ? 'Show the last run only' : 'Show the last five runs'}>
          <ActionIcon aria-label="Last five runs" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
          </ActionIcon>
        </Hint>
      ) : null}
    </section>
  )
}

/** The run to compare a run with: the one before it that completed on the same market and period. */
function completedBefore(rows: readonly Backtest[], row: Backtest): Backtest | null {
  const isComparable = (one: Backtest): boolean =>
    one.status === 'Completed' &&
    one.instrumentId === row.instrumentId &&
    one.start === row.start &&
    one.end === row.end &&
    one.interval === row.interval
  return rows.slice(rows.indexOf(row) + 1).find(isComparable) ?? null
}
