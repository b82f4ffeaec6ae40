import type { Alert, MarketInstrument } from '@tradeloom/contracts'
import { roundToStep } from '@tradeloom/domain'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { PriceLevel } from '../../charts/price-chart/price-look.ts'
import { toastError } from '../../ui/toast.ts'
import { alertsQuery, useAlerts } from './use-alerts.ts'

const ON_PRICES = new Set(['bid', 'ask', 'mid'])

/** Watched alerts at prices of an instrument as lines, which a drag moves to another price. */
export function useAlertLevels(instrument: MarketInstrument): readonly PriceLevel[] {
  const alerts = useAlerts().data ?? []
  const levels = alerts.flatMap((alert) => levelOf(alert, instrument))
  // A chart draws those again that have changed.
  const [shown, setShown] = useState(levels)
  if (JSON.stringify(shown) === JSON.stringify(levels)) return shown
  setShown(levels)
  return levels
}

function levelOf(alert: Alert, { id, quoteStep }: MarketInstrument): PriceLevel[] {
  const { terms, status, note } = alert
  const { instrumentId, value, against, direction } = terms
  if (instrumentId !== id || status !== 'ACTIVE' || !ON_PRICES.has(value.kind) || typeof against !== 'number') return []
  const title = `Alert: ${note === '' ? `${value.kind} ${direction}` : note}`
  const drag = {
    id: `alert ${alert.id}`,
    titleAt: () => title,
    onDrop: (price: number) => void move(alert, roundToStep(price, quoteStep, 'nearest')),
  }
  return [{ price: against, title, tone: 'neutral', drag }]
}

async function move({ id, terms }: Alert, against: number): Promise<void> {
  try {
    await call('changeAlert', { params: { id }, body: { terms: { ...terms, against } } })
    await queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey })
  } catch (error) {
    toastError(errorText(error), `alert-${id}`)
  }
}
