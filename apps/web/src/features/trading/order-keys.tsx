import type { Side } from '@tradeloom/domain'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useAccounts, viewingOnly } from '../../entities/accounts/accounts.ts'
import { openTicketFor } from '../../entities/orders/open-ticket-at.ts'
import { ORDER_KEYS } from '../../entities/orders/order-keys-setting.ts'
import { useOrderInstrument } from '../../entities/panels/dashboard-state.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'
import { ORDER_SHORTCUTS } from './order-shortcuts.ts'
import { askToCloseAll } from './positions/ask-to-close-all.tsx'

/** Keys that begin an order on the instrument of a dashboard's ticket, or close everything. They send nothing by themselves. */
export function OrderKeys(): null {
  const [isOn] = useSetting(ORDER_KEYS)
  const accounts = useAccounts()
  const instrumentId = useOrderInstrument()
  const begin = (side: Side) => (): void => {
    if (isOn && instrumentId !== null) openTicketFor(instrumentId, { side })
  }
  useShortcut(ORDER_SHORTCUTS.buy, begin('BUY'))
  useShortcut(ORDER_SHORTCUTS.sell, begin('SELL'))
  useShortcut(ORDER_SHORTCUTS.flatten, () => {
    const own = accounts?.filter((one) => viewingOnly(one) === null) ?? []
    if (isOn && own.length > 0) void askToCloseAll(own)
  })
  return null
}
