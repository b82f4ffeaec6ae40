import { Button, Flex } from '@mantine/core'
import {
  type BacktestDetail,
  type FundingRates,
  type SwapRates,
  writeFundingRates,
  writeSpreadByHour,
  writeSwapRates,
} from '@tradeloom/contracts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { backtestTablesQuery } from '../../../../entities/runs/backtest-queries.ts'
import { WeekGrid } from '../../../../charts/week-grid.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import type { Column } from '../../../../ui/table-column.ts'
import { formatDay, formatMinute, formatNumber, formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { ErrorState, LoadingBlock } from '../../../../ui/states.tsx'
import classes from '../../../../entities/analysis/backtest-result.module.css'

type Rate = FundingRates[number]

const RATES: Column<Rate>[] = [
  { id: 'time', header: 'Time (UTC)', width: 160, value: ([time]) => time, cell: ([time]) => formatMinute(time) },
  {
    id: 'rate',
    header: 'Rate (%)',
    width: 110,
    isNumber: true,
    value: ([, rate]) => rate,
    cell: ([, rate]) => formatNumber(rate * 100, 4),
  },
]

type Swap = SwapRates[number]

const SWAP_RATES: Column<Swap>[] = [
  { id: 'day', header: 'Day (New York)', width: 130, value: ([day]) => day, cell: ([day]) => formatDay(day) },
  {
    id: 'long',
    header: 'Long',
    width: 90,
    isNumber: true,
    value: ([, long]) => long,
    cell: ([, long]) => formatPlain(long),
  },
  {
    id: 'short',
    header: 'Short',
    width: 90,
    isNumber: true,
    value: ([, , short]) => short,
    cell: ([, , short]) => formatPlain(short),
  },
]

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

function Table(props: {
  readonly title: string
  readonly file: string
  readonly text: () => string
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className={classes['modelTable']}>
      <header>
        <h3>{props.title}</h3>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => save(props.file, props.text())}
        >
          CSV
        </Button>
      </header>
      {props.children}
    </div>
  )
}

/** Tables that the run's models used: spread by hour of the week, funding rates, swap rates by day. */
export function ModelTablesPanel({
  result,
  isShared,
}: {
  readonly result: BacktestDetail
  readonly isShared: boolean
}): ReactElement {
  const tables = useQuery(backtestTablesQuery(result.id, isShared))
  const { spreadByHour = null, fundingRates = null, swapRates = null } = tables.data ?? {}
  return (
    <Panel title="Model tables" detail="As used by the run">
      {tables.isPending ? <LoadingBlock height={160} /> : null}
      {tables.isError ? <ErrorState error={tables.error} onRetry={() => void tables.refetch()} /> : null}
      <Flex gap="12px 32px" wrap="wrap">
        {spreadByHour === null ? null : (
          <Table title="Spread by hour of the week" file="spread.csv" text={() => writeSpreadByHour(spreadByHour)}>
            <WeekGrid values={spreadByHour} label="Spread by hour of the week" unit="pips" />
          </Table>
        )}
        {fundingRates === null ? null : (
          <Table
            title={`Funding rates (${formatPlain(fundingRates.length)})`}
            file="funding.csv"
            text={() => writeFundingRates(fundingRates)}
          >
            <DataTable
              label="Funding rates"
              columns={RATES}
              rows={fundingRates}
              rowKey={([time]) => String(time)}
              maxHeight={240}
            />
          </Table>
        )}
        {swapRates === null ? null : (
          <Table
            title={`Swap rates (${formatPlain(swapRates.length)})`}
            file="swap.csv"
            text={() => writeSwapRates(swapRates)}
          >
            <DataTable
              label="Swap rates"
              columns={SWAP_RATES}
              rows={swapRates}
              rowKey={([day]) => String(day)}
              maxHeight={240}
            />
          </Table>
        )}
      </Flex>
    </Panel>
  )
}
