import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { socketRequests } from '@tradeloom/contracts'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ask } from '../../../../realtime/ask.ts'
import { formatCount, formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { backtestLogQuery } from '../../../../entities/runs/backtest-queries.ts'
import { filterLog, logFile, type LogLevel } from '../../../../entities/runs/log-filter.ts'
import { LogLines } from '../../../../entities/runs/log-lines.tsx'

const TAIL_MS = 2000

/** The latest log lines of a running script; new ones scroll into view unless the trader reads older ones. */
export function LiveLogPanel({ id }: { readonly id: string }): ReactElement {
  const [isFollowed, setFollowed] = useState(true)
  const log = useQuery({
    queryKey: ['backtest-log-tail', id],
    queryFn: () => ask(socketRequests.tailBacktestLog, { id }),
    refetchInterval: TAIL_MS,
  })
  const lines = log.data?.lines ?? []
  return (
    <Panel
      title="Log"
      flush
      detail={lines.length > 0 ? 'latest lines' : undefined}
      actions={
        <Switch
          size="xs"
          label="Follow"
          checked={isFollowed}
          onChange={(event) => setFollowed(event.currentTarget.checked)}
        />
      }
    >
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {lines.length > 0 ? <LogLines lines={lines} isFollowed={isFollowed} /> : null}
      {!log.isPending && lines.length === 0 ? (
        <EmptyState picture="log" title="Log is empty" text="The script has not written anything yet." />
      ) : null}
    </Panel>
  )
}

const LEVELS = [
  { value: 'all', label: 'All' },
  { value: 'warning', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
]

/** Saves a text as a file of the browser. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The script's log, with the simulated time of each line. */
export function LogPanel({ id, isShared }: { readonly id: string; readonly isShared: boolean }): ReactElement {
  const log = useQuery(backtestLogQuery(id, isShared))
  const [text, setText] = useState('')
  const [level, setLevel] = useState<LogLevel>('all')
  const all = log.data?.lines ?? []
  const lines = filterLog(all, level, text)
  const dropped = log.data?.dropped ?? 0
  return (
    <Panel
      title="Log"
      flush
      detail={
        log.data === undefined
          ? undefined
          : `${formatCount(lines.length, 'line')}${dropped > 0 ? ` · ${formatPlain(dropped)} more exceeded the limit` : ''}`
      }
      actions={
        all.length === 0 ? undefined : (
          <>
            <SegmentedControl
              size="xs"
              aria-label="Level"
              data={LEVELS}
              value={level}
              onChange={(value) => setLevel(value as LogLevel)}
            />
            <TextInput
              size="xs"
              aria-label="Search log"
              placeholder="Search log"
              leftSection={<IconSearch size={13} aria-hidden />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => download(`log-${id}.txt`, logFile(all))}
            >
              Download
            </Button>
          </>
        )
      }
    >
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {log.isError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && all.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : null}
      {all.length > 0 && lines.length === 0 ? <EmptyState title="No matches found" /> : null}
      {lines.length > 0 ? <LogLines lines={lines} /> : null}
    </Panel>
  )
}
