import { Button, Progress, Group } from '@mantine/core'
import type { MarketImport } from '@tradeloom/contracts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { importsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { putImport } from '../put-import.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { useTopic } from '../../../realtime/socket.ts'
import { StatusBadge } from '../../../ui/badges.tsx'
import { formatCount, formatDay, formatLastDay, formatMinute, formatPercent, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { ImportReport } from './import-report.tsx'
import classes from '../market-data.module.css'
import { UploadList } from './upload-list.tsx'
import { usePendingUploads } from './upload-queue.ts'
import { UsageLine, useUsage } from './usage-line.tsx'

const isRunning = ({ status }: MarketImport): boolean => status === 'Queued' || status === 'In Progress'

/** Follows an import until it has ended, then reloads the market data. */
function useImportUpdates(one: MarketImport): void {
  const client = useQueryClient()
  useTopic(isRunning(one) ? `import.${one.id}` : null, (event) => {
    if (event.event === 'import') putImport(event.data, client)
  })
  const hasEnded = !isRunning(one)
  useEffect(() => {
    if (!hasEnded) return
    for (const kind of ['instruments', 'market-quality', 'market-usage'])
      void client.invalidateQueries({ queryKey: [kind] })
  }, [hasEnded, client])
}

function ImportItem({ one }: { readonly one: MarketImport }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  useImportUpdates(one)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={classes['item']}>
      <Group gap={8} miw={0}>
        <strong>{one.instrumentId}</strong>
        <span style={{ marginLeft: 'auto' }}>
          <StatusBadge status={one.status} />
        </span>
      </Group>
      <div className={`${classes['importFacts']} muted`}>
        <span className="num">{formatMinute(one.time)}</span>
        <span>{one.format}</span>
        <span className="truncate" title={one.files.join(', ')}>
          {contentOf(one)}
        </span>
      </div>
      {isRunning(one) ? (
        <Group gap={8} miw={0} role="status">
          <Progress value={one.progress} size={5} aria-label={`Import of ${one.instrumentId}`} style={{ flex: 1 }} />
          <span className="num muted">
            {formatPercent(one.progress, 0)} · {formatCount(one.rows, 'row')}
          </span>
        </Group>
      ) : null}
      {one.detail === null ? null : <p className={one.status === 'Failed' ? 'danger' : 'muted'}>{one.detail}</p>}
      {one.report === null ? null : (
        <Button
          variant="subtle"
          px={4}
          className={classes['reportButton']}
          leftSection={<Chevron size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Report: {formatCount(one.report.rows, 'row')}, {formatPlain(one.report.imported)} new,{' '}
          {formatPlain(one.report.unchanged)} unchanged, {formatPlain(one.report.replaced)} replaced
        </Button>
      )}
      {isOpen && one.report !== null ? <ImportReport report={one.report} /> : null}
    </li>
  )
}

function contentOf({ files, fetch }: MarketImport): string {
  if (fetch !== undefined) return `fetched, ${formatDay(fetch.from)} to ${formatLastDay(fetch.to)}`
  return files.length === 1 ? (files[0] ?? '') : formatCount(files.length, 'file')
}

/** The user's imports, newest first, with progress and reports. */
export function ImportsPanel({ title }: Pick<PanelProps<unknown>, 'title'>): ReactElement {
  const imports = useQuery(importsQuery)
  // Both at once: the line above the imports would move them.
  const isLoading = useUsage().isLoading || imports.isPending
  const userId = useUser()?.id
  const pending = usePendingUploads().filter((one) => one.userId === userId)
  const count = imports.data?.length ?? 0
  return (
    <Panel title={title} detail={count > 0 ? formatPlain(count) : undefined} flush>
      <UsageLine />
      {pending.length > 0 ? <UploadList pending={pending} /> : null}
      {isLoading ? <LoadingRows rows={3} /> : null}
      {!isLoading && imports.isError && imports.data === undefined ? (
        <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />
      ) : null}
      {!isLoading && imports.isSuccess && count === 0 && pending.length === 0 ? (
        <EmptyState
          title="No imports yet"
          text="Upload files from your broker or data provider to backtest on real prices."
        />
      ) : null}
      {!isLoading && count > 0 ? (
        <ul aria-label="Imports">
          {imports.data?.map((one) => (
            <ImportItem key={one.id} one={one} />
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}
