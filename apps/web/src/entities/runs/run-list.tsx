import { Button } from '@mantine/core'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useSocketState } from '../../realtime/socket.ts'
import { DataTable, type Selection, type Sort } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-column.ts'
import { useRangeSelection } from '../../ui/use-range-selection.ts'
import type { Run, RunKind } from './run-kind.ts'
import { useOpenRun } from './run-link.tsx'

interface RunListProps<Row extends Run> {
  readonly kind: RunKind
  readonly query: UseInfiniteQueryResult<InfiniteData<Row[]>>
  readonly rows: readonly Row[]
  readonly isAll: boolean
  readonly columns: readonly Column<Row>[]
  /** The row on a narrow screen, with its check box. */
  readonly renderCard: (row: Row, select: ReactNode) => ReactElement
  /** How many runs there are. */
  readonly count: number | string
  readonly actions?: ReactNode
  /** Above the rows, such as filters. */
  readonly children?: ReactNode
  /** Instead of the usual text when there are no rows. */
  readonly empty?: ReactNode
  /** Of everything above and below the table. */
  readonly spaceAround: number
  readonly sort?: readonly Sort[]
  readonly onSort?: (sort: readonly Sort[]) => void
  readonly selection?: Selection<Row>
}

/** Runs with live status, newest first: a table, or cards on narrow screens. */
export function RunList<Row extends Run>(props: RunListProps<Row>): ReactElement {
  const { kind, query, rows, isAll, columns, renderCard, count, actions, children, empty, spaceAround, ...table } =
    props
  const { selection } = props
  const isNarrow = useIsNarrow()
  const isStale = useSocketState() !== 'open'
  const open = useOpenRun(kind, isAll)
  const select = useRangeSelection(selection, () => rows.map(({ id }) => id))
  const selectBox = (row: Row): ReactNode =>
    selection === undefined ? null : (
      <SelectBox
        name={selection.nameOf(row)}
        isSelected={selection.selected.has(row.id)}
        onChange={(isSelected, isRange) => select(row.id, isSelected, isRange)}
      />
    )
  const hasRows = rows.length > 0
  const footer = query.hasNextPage ? (
    <Button variant="subtle" m={6} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {`Show older ${kind.plural}`}
    </Button>
  ) : null
  return (
    <Panel
      title={kind.titles}
      detail={hasRows ? `${count}${isStale ? ' · reconnecting…' : ''}` : undefined}
      actions={actions}
      flush
    >
      {children}
      {query.isPending ? <LoadingRows rows={8} /> : null}
      {query.isError && !hasRows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && !hasRows ? (empty ?? <EmptyState picture={kind.picture} {...kind.empty} />) : null}
      {hasRows && isNarrow ? (
        <>
          <ul>
            {rows.map((row) => (
              <Fragment key={row.id}>{renderCard(row, selectBox(row))}</Fragment>
            ))}
          </ul>
          {footer}
        </>
      ) : null}
      {hasRows && !isNarrow ? (
        <DataTable
          label={kind.titles}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          onRow={open}
          rowHeight={30}
          maxHeight={`calc(100dvh - ${spaceAround}px)`}
          footer={footer}
          {...table}
        />
      ) : null}
    </Panel>
  )
}
