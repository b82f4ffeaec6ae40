import type { TradingPosition } from '@tradeloom/contracts'
import { loadModule } from '../../../ui/load-module.ts'
import { loadModals } from '../../../ui/modals.tsx'
import type { PositionMarket } from './position-market.ts'

/** Closes a position or a part of it at the market, after a question. `share`: the part that is chosen at first. */
export async function askToClose(position: TradingPosition, market: PositionMarket, share = 1): Promise<void> {
  const [modals, { CloseForm }] = await Promise.all([loadModals(), loadModule(() => import('./close-form.tsx'))])
  const id = modals.open({
    title: 'Close position',
    size: 400,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <CloseForm position={position} firstShare={share} onDone={() => modals.close(id)} {...market} />,
  })
}
