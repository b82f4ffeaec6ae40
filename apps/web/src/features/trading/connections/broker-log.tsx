import { SegmentedControl, Select, Switch } from '@mantine/core'
import type { TradingAccount } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useRef, useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { filterLog, type LogLevel } from '../../../entities/runs/log-filter.ts'
import { LogLines } from '../../../entities/runs/log-lines.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { brokerLogQuery, type LogSource } from './broker-log-query.ts'
import { BROKER_LOG_SHORTCUTS } from './broker-log-shortcuts.ts'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { accountsQuery } from '../../../entities/accounts/trading-queries.ts'

interface LogOptions {
  readonly source: LogSource | null
  readonly level: LogLevel
}

const LEVELS = [
  { value: 'all', label: 'All' },
  { value: 'warning', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
]

/** What happened lately on a connection or an account; F follows the newest lines, or no longer does. */
export function BrokerLog({ title, options, onOptions }: PanelProps<LogOptions>): ReactElement {
  const accounts = useQuery(accountsQuery)
  const [isFollowed, setFollowed] = useState(true)
  const sources = sourcesOf(accounts.data ?? [])
  const wanted = options.source === null ? sources[0] : sources.find(({ value }) => value === keyOf(options.source))
  // What a layout names may be gone.
  const source = wanted ?? sources[0]
  const content = useRef<HTMLDivElement>(null)
  useShortcut(BROKER_LOG_SHORTCUTS.follow, () => {
    if (isFocused(content.current)) setFollowed(!isFollowed)
  })
  return (
    <Panel
      title={title}
      flush
      actions={
        <>
          <ConnectionNote />
          <Select
            size="xs"
            w={190}
            aria-label="Log of"
            allowDeselect={false}
            data={sources.map(({ value, label }) => ({ value, label }))}
            value={source?.value ?? null}
            onChange={(value) => {
              const chosen = sources.find((one) => one.value === value)
              if (chosen) onOptions({ ...options, source: chosen.source })
            }}
          />
          <SegmentedControl
            size="xs"
            aria-label="Level"
            data={LEVELS}
            value={options.level}
            onChange={(value) => onOptions({ ...options, level: value as LogLevel })}
          />
          <Switch
            size="xs"
            label="Follow"
            title="Follow the newest lines (F)"
            checked={isFollowed}
            onChange={({ currentTarget }) => setFollowed(currentTarget.checked)}
          />
        </>
      }
    >
      <div ref={content} hidden />
      {accounts.isPending ? <LoadingRows rows={4} /> : null}
      {accounts.isError && !accounts.data ? (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : null}
      {accounts.data?.length === 0 ? <EmptyState picture="log" title="No logs available" /> : null}
      {source === undefined ? null : (
        <Lines key={source.value} source={source.source} level={options.level} isFollowed={isFollowed} />
      )}
    </Panel>
  )
}

/** Whether the panel around an element, or its place on the dashboard, has the focus. */
function isFocused(element: HTMLElement | null): boolean {
  const focused = document.activeElement
  if (element === null || focused === null || focused === document.body) return false
  return focused.contains(element) || (element.closest('section')?.contains(focused) ?? false)
}

interface LinesProps {
  readonly source: LogSource
  readonly level: LogLevel
  readonly isFollowed: boolean
}

function Lines({ source, level, isFollowed }: LinesProps): ReactElement {
  const log = useQuery(brokerLogQuery(source))
  const all = log.data ?? []
  const lines = filterLog(all, level, '')
  return (
    <>
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {log.isError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && all.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : null}
      {all.length > 0 && lines.length === 0 ? <EmptyState title="No matches" /> : null}
      {lines.length > 0 ? <LogLines lines={lines} isFollowed={isFollowed} /> : null}
    </>
  )
}

interface NamedSource {
  readonly value: string
  readonly label: string
  readonly source: LogSource
}

/** Connections with the accounts of each. */
function sourcesOf(accounts: readonly TradingAccount[]): NamedSource[] {
  const connections = Map.groupBy(accounts, ({ connectionId }) => connectionId)
  return [...connections].flatMap(([id, own]) => [
    named(`Connection to ${own[0]?.broker ?? ''}`, { kind: 'connection', id }),
    ...own.map((account) => named(`Account ${accountName(account)}`, { kind: 'account', id: account.id })),
  ])
}

function named(label: string, source: LogSource): NamedSource {
  return { value: keyOf(source), label, source }
}

function keyOf(source: LogSource | null): string {
  return source === null ? '' : `${source.kind} ${source.id}`
}
