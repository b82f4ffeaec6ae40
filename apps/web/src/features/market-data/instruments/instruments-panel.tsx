import { TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { instrumentsQuery } from '../market-data-queries.ts'
import { formatPlain } from '../../../ui/format.ts'
import { QualityKey } from '../quality-timeline.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import classes from '../market-data.module.css'
import { SeriesTable } from './series-table.tsx'

function isMatch({ displaySymbol, symbol, broker, product }: MarketInstrument, wanted: string): boolean {
  return [displaySymbol, symbol, broker, product].some((text) => text.toLowerCase().startsWith(wanted))
}

/** All available market data, with period and quality. */
export function InstrumentsPanel(): ReactElement {
  const instruments = useQuery(instrumentsQuery)
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = instruments.data?.filter((instrument) => isMatch(instrument, wanted)) ?? []
  return (
    <Panel
      title="Instruments"
      detail={instruments.data === undefined ? undefined : formatPlain(found.length)}
      flush
      actions={
        <TextInput
          size="xs"
          aria-label="Search instruments"
          placeholder="Search symbol or broker"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      }
    >
      {instruments.isPending ? <LoadingRows rows={5} height={52} /> : null}
      {instruments.isError && instruments.data === undefined ? (
        <ErrorState error={instruments.error} onRetry={() => void instruments.refetch()} />
      ) : null}
      {instruments.isSuccess && found.length === 0 ? (
        wanted === '' ? (
          <EmptyState
            picture="prices"
            title="No market data yet"
            text="The simulated market appears here after the first start. Import files to add real data."
          />
        ) : (
          <EmptyState title="No matches found" />
        )
      ) : null}
      {found.length > 0 ? (
        <>
          <SeriesTable instruments={found} />
          <div className={classes['key']}>
            <QualityKey />
          </div>
        </>
      ) : null}
    </Panel>
  )
}
