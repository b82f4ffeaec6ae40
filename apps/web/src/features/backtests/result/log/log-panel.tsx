import { TextInput } from '@mantine/core'
import { CHANNELS, endpoints, type LogLine } from '@tradeloom/contracts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useRef, useState } from 'react'
import { backtestLogQuery } from '../../backtest-queries.ts'
import { socket } from '../../../../realtime/socket.ts'
import { formatCount, formatPlain, formatSecond } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { useNear } from '../../../../ui/use-near.ts'
import classes from '../backtest-result.module.css'

const LINE_HEIGHT = 20
const TAIL_MS = 2000

async function tailLog(id: string) {
  const reply = await socket.request(CHANNELS.backtestController, 'tail-log', { id })
  return endpoints.getBacktestLog.response.parse(reply)
}

function Lines({ lines }: { readonly lines: readonly LogLine[] }): ReactElement {
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the list is read in this component only, never memoized
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  return (
    <div ref={scroll} className={classes['log']} tabIndex={0} role="group" aria-label="Log lines">
      <div className={classes['logInner']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <div key={index} className={classes['logLine']} data-level={line.level} style={{ top: start }}>
              <time dateTime={new Date(line.time).toISOString()}>{formatSecond(line.time)}</time>
              <span title={line.message}>{line.message.replaceAll('\n', ' ⏎ ')}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The latest log lines of a running script. */
export function LiveLogPanel({ id }: { readonly id: string }): ReactElement {
  const log = useQuery({
    queryKey: ['backtest-log-tail', id],
    queryFn: () => tailLog(id),
    refetchInterval: TAIL_MS,
  })
  const lines = log.data?.lines ?? []
  return (
    <Panel title="Log" flush detail={lines.length > 0 ? 'latest lines' : undefined}>
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {lines.length > 0 ? <Lines lines={lines.toReversed()} /> : null}
      {!log.isPending && lines.length === 0 ? (
        <EmptyState picture="log" title="Log is empty" text="The script has not written anything yet." />
      ) : null}
    </Panel>
  )
}

/** The script's log, with the simulated time of each line. */
export function LogPanel({ id, isShared }: { readonly id: string; readonly isShared: boolean }): ReactElement {
  const panel = useRef<HTMLDivElement>(null)
  const isNear = useNear(panel)
  const log = useQuery({ ...backtestLogQuery(id, isShared), enabled: isNear })
  const [text, setText] = useState('')
  const search = text.trim().toLowerCase()
  const all = log.data?.lines ?? []
  const lines = search === '' ? all : all.filter(({ message }) => message.toLowerCase().includes(search))
  const dropped = log.data?.dropped ?? 0
  return (
    <div ref={panel}>
      <Panel
        title="Log"
        flush
        detail={
          log.data === undefined
            ? undefined
            : `${formatCount(lines.length, 'line')}${dropped > 0 ? ` · ${formatPlain(dropped)} more exceeded the limit` : ''}`
        }
        actions={
          all.length > 0 ? (
            <TextInput
              size="xs"
              aria-label="Search log"
              placeholder="Search log"
              leftSection={<IconSearch size={13} aria-hidden />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : undefined
        }
      >
        {log.isPending ? <LoadingRows rows={4} /> : null}
        {log.isError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
        {log.isSuccess && all.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : null}
        {all.length > 0 && lines.length === 0 ? <EmptyState title="No matches found" /> : null}
        {lines.length > 0 ? <Lines lines={lines} /> : null}
      </Panel>
    </div>
  )
}
