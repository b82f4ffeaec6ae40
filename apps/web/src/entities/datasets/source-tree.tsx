import { Badge } from '@mantine/core'
import { IconChevronRight, IconTable } from '@tabler/icons-react'
import type { SourceDatasetInfo } from '@tradeloom/contracts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactElement, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatPlain } from '../../ui/format.ts'
import type { DatasetPlace } from './sources-queries.ts'
import classes from './source-tree.module.css'
import type { TreeRow, TreeRows } from './tree-rows.ts'

interface SourceTreeProps {
  readonly label: string
  readonly rows: TreeRows
  readonly titleOf: (provider: string) => string
  readonly opened: DatasetPlace | null
  readonly onToggle: (database: string, isOpen: boolean) => void
  readonly onOpen: (dataset: SourceDatasetInfo) => void
  /** A row that is not loaded yet came into view. */
  readonly onMissing: (list: string, index: number) => void
}

const ROW_HEIGHT = 30
const PAGE = 12

/** Databases and their datasets as a tree: arrows move, right and left open and close, Enter opens. */
export function SourceTree(props: SourceTreeProps): ReactElement {
  const { label, rows, titleOf, opened, onToggle, onOpen, onMissing } = props
  const base = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const [wanted, setActive] = useState(0)
  const active = Math.min(wanted, rows.count - 1)
  // oxlint-disable-next-line react/incompatible-library -- the list is read in this component only, never memoized
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 600, height: 560 },
  })
  const items = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows.rowAt(index)
    return row === null ? [] : [{ index, start, row }]
  })
  const missing = items.flatMap(({ row }) => (row.kind === 'loading' ? [`${row.at} ${row.list}`] : [])).join('\n')
  const tellMissing = useEffectEvent(() => {
    for (const { row } of items) if (row.kind === 'loading') onMissing(row.list, row.at)
  })
  useEffect(() => tellMissing(), [missing])

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(rows.count - 1, to))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const act = (row: TreeRow | null): void => {
    if (row?.kind === 'database') onToggle(row.id, !row.isOpen)
    else if (row?.kind === 'dataset') onOpen(row.dataset)
    else if (row?.kind === 'note') row.action?.run()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const row = rows.rowAt(active)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(active + PAGE),
      PageUp: () => move(active - PAGE),
      Home: () => move(0),
      End: () => move(rows.count - 1),
      ArrowRight: () => (row?.kind === 'database' && !row.isOpen ? onToggle(row.id, true) : move(active + 1)),
      ArrowLeft: () => {
        if (row?.kind === 'database') onToggle(row.id, false)
        else move(databaseAbove(rows, active))
      },
      Enter: () => act(row),
      ' ': () => act(row),
    }
    const run = keys[event.key]
    if (run === undefined) return
    event.preventDefault()
    run()
  }
  const idOf = (index: number): string => `${base}-${index}`
  const isShown = items.some(({ index }) => index === active)
  return (
    <div
      ref={scroll}
      className={classes['tree']}
      role="tree"
      aria-label={label}
      aria-activedescendant={isShown ? idOf(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, row }) => (
          <div
            key={row.id}
            id={idOf(index)}
            role="treeitem"
            className={classes['row']}
            style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            data-kind={row.kind}
            data-active={index === active || undefined}
            aria-level={row.kind === 'database' || row.id.startsWith(' ') ? 1 : 2}
            aria-expanded={row.kind === 'database' ? row.isOpen : undefined}
            aria-selected={row.kind === 'dataset' ? isOpened(row.dataset, opened) : undefined}
            aria-setsize={row.kind === 'dataset' ? row.of : undefined}
            aria-posinset={row.kind === 'dataset' ? row.at + 1 : undefined}
            onClick={() => {
              setActive(index)
              act(row)
            }}
          >
            <Content row={row} titleOf={titleOf} />
          </div>
        ))}
      </div>
    </div>
  )
}

function isOpened({ providerName, code }: SourceDatasetInfo, opened: DatasetPlace | null): boolean {
  return opened !== null && opened.provider === providerName && opened.code === code
}

function databaseAbove(rows: TreeRows, from: number): number {
  for (let index = from - 1; index >= 0; index--) if (rows.rowAt(index)?.kind === 'database') return index
  return 0
}

function Content({
  row,
  titleOf,
}: {
  readonly row: TreeRow
  readonly titleOf: (name: string) => string
}): ReactElement {
  if (row.kind === 'loading') return <span className="muted">Loading…</span>
  if (row.kind === 'note') {
    return (
      <span className="muted">
        {row.text}
        {row.action === null ? null : <span className={classes['action']}>{row.action.label}</span>}
      </span>
    )
  }
  if (row.kind === 'dataset') {
    const { name, code, providerName } = row.dataset
    // What a search finds stands below no database.
    const where = row.id.startsWith(' ') ? `${titleOf(providerName)} · ${code}` : code
    return (
      <>
        <IconTable size={14} stroke={1.5} aria-hidden />
        <span className={classes['name']} title={name}>
          {name}
        </span>
        <span className={classes['code']}>{where}</span>
      </>
    )
  }
  const { name, description, image, premium, datasetsCount, providerName } = row.database
  return (
    <>
      <IconChevronRight size={14} aria-hidden className={classes['chevron']} data-open={row.isOpen || undefined} />
      <img src={image} alt="" width={16} height={16} />
      <span className={classes['name']} title={description ?? name}>
        {name}
      </span>
      {premium ? (
        <Badge size="xs" variant="light" color="yellow" title="Needs a subscription at the provider">
          Premium
        </Badge>
      ) : null}
      <span className={classes['provider']}>{titleOf(providerName)}</span>
      <span className={`${classes['count']} num`}>
        {datasetsCount === null ? null : (
          <>
            {formatPlain(datasetsCount)}
            <span className="visually-hidden">{datasetsCount === 1 ? ' dataset' : ' datasets'}</span>
          </>
        )}
      </span>
    </>
  )
}
