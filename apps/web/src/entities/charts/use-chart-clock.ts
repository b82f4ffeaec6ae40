import { useQuery } from '@tanstack/react-query'
import { zoneOffset } from '@tradeloom/domain/zones'
import { type ChartClock, UTC_CLOCK } from '../../charts/price-chart/chart-clock.ts'
import { BROWSER_ZONE } from '../../ui/browser-zone.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { CHART_ZONE } from '../settings/chart-zone.ts'
import { useSetting } from '../settings/use-setting.ts'

/** Banks trade currencies by this clock; other markets never close, and count their days in UTC. */
const FOREX_ZONE = 'America/New_York'
const clocks = new Map<string, ChartClock>()

/** The clock of the charts of an instrument, as the user has chosen. */
export function useChartClock(instrumentId: string): ChartClock {
  const [zone] = useSetting(CHART_ZONE)
  const { data } = useQuery(instrumentsQuery)
  if (zone === 'local') return clockOf(BROWSER_ZONE)
  if (zone !== 'exchange') return clockOf(zone)
  return data?.find(({ id }) => id === instrumentId)?.calendar === 'forex' ? clockOf(FOREX_ZONE) : UTC_CLOCK
}

/** The same object for the same zone: a chart with another clock is another chart. */
function clockOf(zone: string): ChartClock {
  if (/^(?:etc\/)?utc$/i.test(zone)) return UTC_CLOCK
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = { name: zone.replace(/^.*\//, '').replaceAll('_', ' '), offsetAt: zoneOffset(zone) }
    clocks.set(zone, clock)
  }
  return clock
}
