import type { MarketInstrument } from '@tradeloom/contracts'
import { roundToStep } from '@tradeloom/domain'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { requireLogin } from '../user/login.ts'
import { alertsQuery, titleOf } from './use-alerts.ts'

/** Creates an alert for when the bid, which charts show, reaches a price. */
export async function alertAt({ id, quoteStep }: MarketInstrument, price: number): Promise<void> {
  if (!(await requireLogin('Please log in to create alerts'))) return
  const against = roundToStep(price, quoteStep, 'nearest')
  const terms = { instrumentId: id, value: { kind: 'bid' }, direction: 'crosses', against } as const
  try {
    const alert = await call('createAlert', { body: { terms } })
    toastSuccess(`Alert created. ${titleOf(alert)}`, `alert-${alert.id}`)
    await queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey })
  } catch (error) {
    toastError(errorText(error), `alert-at-${id}`)
  }
}
