import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { IconDownload } from '@tabler/icons-react'
import { type ReactElement, useMemo, useState } from 'react'
import { endpointUrl } from '../../../../api/call.ts'
import { ColumnChoice } from '../../../../ui/column-choice.tsx'
import { formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { WindowTable, type WindowSort } from '../../../../ui/window-table.tsx'
import { loadPositions } from './load-positions.ts'
import { type PositionColumn, positionColumns } from './position-columns.tsx'
import { TagSelect } from './tag-select.tsx'
import { ALWAYS, useShownColumns } from './use-shown-columns.ts'
import { useWindow } from './use-window.ts'

/** A narrow screen shows three or four columns: profit must be one of them. */
function profitFirst(columns: readonly PositionColumn[]): PositionColumn[] {
  const rank = ({ id }: PositionColumn): number => (id === 'id' ? 0 : id === 'profit' ? 1 : 2)
  return columns.toSorted((left, right) => rank(left) - rank(right))
}

interface PositionsPanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  readonly precisionOf: (instrumentId: string) => number
  /** A position that was selected elsewhere; a new object shows it again. */
  readonly marked: { readonly key: string } | null
  readonly onChoose: (position: Position) => void
}

const BY_NUMBER: WindowSort = { id: 'id', desc: false }

/** The positions of the run, loaded as they come into view; a click shows the position in the price chart. */
export function PositionsPanel(props: PositionsPanelProps): ReactElement {
  const { result, isShared, precisionOf, marked, onChoose } = props
  const [sort, setSort] = useState(BY_NUMBER)
  const [tag, setTag] = useState<string | null>(null)
  const rows = useWindow({
    key: ['backtest-positions', result.id, isShared, sort, tag],
    load: (offset, signal) => loadPositions(result.id, isShared, sort, tag, offset, signal),
  })
  const hasTags = rows.tags.length > 0
  const [seen, setSeen] = useState(marked)
  // Positions are numbered from 1 without gaps, so in this order a number says where its row is.
  if (marked !== seen) {
    setSeen(marked)
    setSort(BY_NUMBER)
    setTag(null)
  }
  const place = useMemo(() => (marked === null ? null : { key: marked.key, index: Number(marked.key) - 1 }), [marked])
  const hasSeveral = result.markets.length > 0
  const precision = precisionOf(result.instrumentId)
  const all = useMemo(
    () => positionColumns(hasSeveral ? precisionOf : () => precision, result.accountCurrency, hasSeveral, hasTags),
    // oxlint-disable-next-line react/exhaustive-deps -- precisions change together with that of the run's instrument
    [precision, result.accountCurrency, hasSeveral, hasTags],
  )
  const { shown, setShown, columns } = useShownColumns(all)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const inOrder = useMemo(() => (isNarrow ? profitFirst(columns) : columns), [isNarrow, columns])
  const url = endpointUrl('getBacktestPositions', { params: { id: result.id }, query: { format: 'CSV' } })
  const { total } = rows
  const hasRows = total !== null && total > 0
  return (
    <Panel
      title="Positions"
      detail={total === null ? undefined : formatPlain(total)}
      flush
      actions={
        <>
          <TagSelect label="Tag of the positions" tags={rows.tags} value={tag} onChange={setTag} />
          {hasRows ? (
            <ColumnChoice columns={all.filter(({ id }) => !ALWAYS.includes(id))} shown={shown} onChange={setShown} />
          ) : null}
          {hasRows && !result.readOnly ? (
            <Button
              component="a"
              href={url}
              download={`positions-${result.symbol}-${result.id}.csv`}
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              CSV
            </Button>
          ) : null}
        </>
      }
    >
      {rows.error === null ? null : <ErrorState error={rows.error} onRetry={rows.retry} />}
      {total === null && rows.error === null ? <LoadingRows /> : null}
      {total === 0 ? (
        <EmptyState
          picture="backtests"
          title={tag === null ? 'No positions' : 'No matches found'}
          text={tag === null ? 'The script opened no position in this period.' : 'No position has this tag.'}
        />
      ) : null}
      {hasRows ? (
        <WindowTable
          label="Positions"
          columns={inOrder}
          total={total}
          rowAt={rows.rowAt}
          rowKey={(row) => String(row.id)}
          onRange={rows.onRange}
          sort={sort}
          onSort={setSort}
          onRow={onChoose}
          marked={place}
          rowHeight={26}
          maxHeight={400}
        />
      ) : null}
    </Panel>
  )
}
