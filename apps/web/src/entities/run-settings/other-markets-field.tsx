import { Group, Stack, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { stretchesText, venueName } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { marketError, type OtherMarket } from './other-markets.ts'
import { availableData, dialogDay } from './run-period.ts'
import type { RunSettings } from './run-settings.ts'

interface OtherMarketsFieldProps {
  readonly markets: readonly OtherMarket[]
  readonly settings: RunSettings
  /** The instrument of the run. */
  readonly traded: MarketInstrument | undefined
}

/** The other instruments of the chosen version with their data; nothing for a script on one instrument. */
export function OtherMarketsField({ markets, settings, traded }: OtherMarketsFieldProps): ReactElement | null {
  if (markets.length === 0) return null
  return (
    <Stack gap={4} role="group" aria-label="Other markets of this script">
      <Text size="sm" fw={500}>
        Other markets of this script
      </Text>
      {markets.map((market) => (
        <MarketLine key={market.id} market={market} error={marketError(market, settings, traded)} settings={settings} />
      ))}
    </Stack>
  )
}

interface MarketLineProps {
  readonly market: OtherMarket
  readonly error: string | null
  readonly settings: RunSettings
}

function MarketLine({ market: { id, instrument }, error, settings }: MarketLineProps): ReactElement {
  const data = availableData(instrument, settings.resolution)
  return (
    <Group gap={8}>
      <Text size="xs" fw={500}>
        {instrument === undefined ? id : `${instrument.displaySymbol} ${venueName(instrument.broker)}`}
      </Text>
      {instrument?.simulated === true ? <SimulatedBadge /> : null}
      {error === null ? null : (
        <Text size="xs" c="var(--danger)" role="alert">
          {error}
        </Text>
      )}
      {error === null && data.length > 0 ? (
        <Text size="xs" c="dimmed">
          {stretchesText(data, dialogDay)} (UTC)
        </Text>
      ) : null}
    </Group>
  )
}
