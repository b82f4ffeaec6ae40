import { Box, Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { formatPlain } from '../../../../ui/format.ts'
import { Panel, PanelNote } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { foundMetrics, type MetricGroup, metricGroups } from './metric-groups.ts'
import { MetricRow } from './metric-row.tsx'
import classes from './metrics.module.css'
import type { ResultMetric } from './metric-format.ts'
import tables from '../../../../ui/table.module.css'

interface GroupRowsProps {
  readonly group: MetricGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function GroupRows({ group, isOpen, onToggle }: GroupRowsProps): ReactElement {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <tbody>
      <tr className={classes['group']}>
        <th colSpan={4} scope="rowgroup">
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <Chevron size={14} aria-hidden />
            {group.title}
            <span className="muted num">{formatPlain(group.metrics.length)}</span>
          </button>
        </th>
      </tr>
      {isOpen ? group.metrics.map((metric) => <MetricRow key={metric.key} metric={metric} />) : null}
    </tbody>
  )
}

function HeaderRow(): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col">Metric</th>
        <th scope="col" data-number>
          Value
        </th>
        <th scope="col" data-number className={classes['interval']}>
          95% interval
        </th>
        <th scope="col" data-number>
          n
        </th>
      </tr>
    </thead>
  )
}

/** Every metric with sample size and interval: the summary first, the rest in collapsed groups, all searchable. */
export function MetricsPanel({ metrics }: { readonly metrics: readonly ResultMetric[] }): ReactElement {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['summary']))
  const [text, setText] = useState('')
  const groups = metricGroups(metrics)
  const found = text.trim() === '' ? null : foundMetrics(metrics, text)
  const hasFewTrades = metrics.some(({ marks }) => marks.includes('few-trades'))
  const isAllOpen = groups.every(({ id }) => open.has(id))
  const toggle = (id: string): void => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <Panel
      title="Metrics"
      detail={formatPlain(metrics.length)}
      flush
      actions={
        <>
          <TextInput
            size="xs"
            w={150}
            placeholder="Search"
            aria-label="Search metrics"
            leftSection={<IconSearch size={13} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={found !== null}
            onClick={() => setOpen(new Set(isAllOpen ? ['summary'] : groups.map(({ id }) => id)))}
          >
            {isAllOpen ? 'Collapse' : 'Expand all'}
          </Button>
        </>
      }
    >
      {hasFewTrades ? (
        <PanelNote tone="warn">Fewer than 30 closed positions: much of these results may be luck.</PanelNote>
      ) : null}
      {found !== null && found.length === 0 ? (
        <EmptyState title="No matches found" text={`No metrics match “${text.trim()}”.`} />
      ) : (
        <table className={`${tables['table']} ${classes['metrics']}`} aria-label="Metrics">
          <HeaderRow />
          {found === null ? (
            groups.map((group) => (
              <GroupRows key={group.id} group={group} isOpen={open.has(group.id)} onToggle={() => toggle(group.id)} />
            ))
          ) : (
            <tbody>
              {found.map((metric) => (
                <MetricRow key={metric.key} metric={metric} />
              ))}
            </tbody>
          )}
        </table>
      )}
      <Box m={0} p="8px 12px" c="var(--text-2)" fz={11} component="p">
        Values in brackets rest on too little data.
      </Box>
    </Panel>
  )
}
