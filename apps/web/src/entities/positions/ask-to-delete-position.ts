import type { TradingPosition } from '@tradeloom/contracts'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatPlain, formatSigned } from '../../ui/format.ts'
import { toastError } from '../../ui/toast.ts'

/** Deletes a closed position from lists and totals, after a question; true if it is gone. */
export async function askToDeletePosition({ id, symbol, quantity, profit }: TradingPosition): Promise<boolean> {
  const isConfirmed = await askToConfirm({
    title: 'Delete position',
    text: `${formatPlain(quantity)} ${symbol} with a profit of ${formatSigned(profit)} disappears from lists and totals.`,
    confirm: 'Delete',
    isDestructive: true,
  })
  if (!isConfirmed) return false
  try {
    await call('deletePosition', { params: { id } })
    return true
  } catch (error) {
    toastError(errorText(error, 'Error deleting position'))
    return false
  }
}
