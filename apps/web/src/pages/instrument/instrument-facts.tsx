import type { MarketInstrument } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Fact, FactList } from '../../entities/runs/run-facts.tsx'
import { formatDay, formatNumber, formatPercent, formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { commissionText } from './commission-text.ts'

/** How an instrument is traded, and which prices of it are stored. */
export function InstrumentFacts({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { dealt, quote, quoteStep, lotSize, minQuantity, maxQuantity, minNotional, marginRate, series } = instrument
  return (
    <Panel title="Trading conditions">
      <FactList>
        <Fact name="Hours">{hoursText(instrument)}</Fact>
        <Fact name="Commission">{commissionText(instrument)}</Fact>
        <Fact name="Margin">
          {marginRate >= 1
            ? 'None: paid in full'
            : `${formatPercent(100 * marginRate)} (${formatPlain(1 / marginRate, 1)}:1)`}
        </Fact>
        <Fact name="Price step">{`${formatPlain(quoteStep)} ${quote}`}</Fact>
        <Fact name="Quantity step">{`${formatPlain(lotSize)} ${dealt}`}</Fact>
        <Fact name="Order size">{`${formatPlain(minQuantity)} to ${formatPlain(maxQuantity)} ${dealt}`}</Fact>
        {minNotional === null ? null : (
          <Fact name="Smallest order value">{`${formatNumber(minNotional)} ${quote}`}</Fact>
        )}
        <Fact name="Stored prices">
          {series.length === 0 ? (
            'None'
          ) : (
            <Link to="/market-data">
              {series
                .map(({ interval, first, last }) => `${interval} ${formatDay(first)} to ${formatDay(last)}`)
                .join(', ')}
            </Link>
          )}
        </Fact>
      </FactList>
    </Panel>
  )
}

function hoursText({ calendar }: MarketInstrument): string {
  return calendar === 'always' ? 'Around the clock' : 'Sunday 17:00 to Friday 17:00, New York'
}
