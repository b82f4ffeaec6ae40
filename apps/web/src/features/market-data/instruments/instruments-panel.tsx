import { Box, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { instrumentsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { matchInstrument } from '../../../entities/instruments/match-instrument.ts'
import { formatPlain } from '../../../ui/format.ts'
import { QualityKey } from '../../../entities/instruments/quality-timeline.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import type { InstrumentsOptions } from './instruments-options.ts'
import { SeriesTable } from './series-table.tsx'

/** All available market data, with period and quality. */
export function InstrumentsPanel({ title, options, onOptions }: PanelProps<InstrumentsOptions>): ReactElement {
  const instruments = useQuery(instrumentsQuery)
  const text = options.search
  const found = instruments.data?.filter((instrument) => matchInstrument(instrument, text)) ?? []
  return (
    <Panel
      title={title}
      detail={instruments.data === undefined ? undefined : formatPlain(found.length)}
      flush
      actions={
        <TextInput
          size="xs"
          aria-label="Search instruments"
          placeholder="Search symbol or broker"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={text}
          onChange={(event) => onOptions({ search: event.currentTarget.value })}
        />
      }
    >
      {instruments.isPending ? <LoadingRows rows={5} height={52} /> : null}
      {instruments.isError && instruments.data === undefined ? (
        <ErrorState error={instruments.error} onRetry={() => void instruments.refetch()} />
      ) : null}
      {instruments.isSuccess && found.length === 0 ? (
        text.trim() === '' ? (
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
          <Box p="10px 12px">
            <QualityKey />
          </Box>
        </>
      ) : null}
    </Panel>
  )
}
